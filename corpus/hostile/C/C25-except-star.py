try:
    1 / 0
except* Exception as g:
    print(g.exceptions)
