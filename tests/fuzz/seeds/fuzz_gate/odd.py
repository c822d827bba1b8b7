type(x).a = print >> f, *eval(1),
a,
b = c
if x:
	y
        z
x = 0x1for x in '\101' "\N{DASH}" rb'\x'
