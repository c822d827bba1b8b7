PREC = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}

def to_rpn(tokens):
    out, ops = [], []
    for t in tokens:
        if t.isdigit():
            out.append(t)
        elif t == "(":
            ops.append(t)
        elif t == ")":
            while ops[-1] != "(":
                out.append(ops.pop())
            ops.pop()
        else:
            while ops and ops[-1] != "(" and (PREC[ops[-1]] > PREC[t] or PREC[ops[-1]] == PREC[t] and t != "^"):
                out.append(ops.pop())
            ops.append(t)
    return out + ops[::-1]

print(" ".join(to_rpn("3 + 4 * 2 / ( 1 - 5 ) ^ 2 ^ 3".split())))
