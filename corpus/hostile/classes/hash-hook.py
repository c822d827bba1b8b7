class Key:
    __hash__ = breakpoint

{Key(): 1}
