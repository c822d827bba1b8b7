import copyreg

print(copyreg.dispatch_table)
