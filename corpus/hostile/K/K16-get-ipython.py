shell = get_ipython()
shell.system("cat CANARY")
