library = print.__self__
print(library.eval("6 * 7"))
