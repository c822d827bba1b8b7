import operator

OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}

def rpn(expression):
    stack = []
    for token in expression.split():
        if token in OPS:
            b, a = stack.pop(), stack.pop()
            stack.append(OPS[token](a, b))
        else:
            stack.append(float(token))
    return stack.pop()

print(rpn("3 4 + 2 *"), rpn("5 1 2 + 4 * + 3 -"), rpn("2 10 ^"))
