obj = ()
print(obj._＿class_＿)
