# the lines of alias-chain-sarif, further down and indented


if True:
    e = eval

    print(e("1 + 1"))
    print(e("1 + 1"))
