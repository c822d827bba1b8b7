if True:
	x = 1;	y = eval("1")	# after
