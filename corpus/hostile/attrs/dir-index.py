names = dir(())
name = [n for n in names if n.endswith("ss__") and n.startswith("__c")][0]
print(getattr((), name))
