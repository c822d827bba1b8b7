import enum

Color = enum.Enum("Color", "RED GREEN", module="os")
print(enum.sys.modules[Color.__module__].getpid())
