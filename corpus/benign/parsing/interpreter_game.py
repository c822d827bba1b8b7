"""A small expression calculator: tokenizer, parser, evaluator; no eval."""
import operator
import re
import sys

OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
PREC = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


class ParseError(Exception):
    pass


def tokens(src):
    for num, op in TOKEN.findall(src):
        yield ("num", float(num)) if num else ("op", op)


def to_rpn(src):
    out, stack = [], []
    for kind, val in tokens(src):
        if kind == "num":
            out.append(val)
        elif val == "(":
            stack.append(val)
        elif val == ")":
            while stack and stack[-1] != "(":
                out.append(stack.pop())
            if not stack:
                raise ParseError("unbalanced")
            stack.pop()
        elif val in OPS:
            while stack and stack[-1] in PREC and PREC[stack[-1]] >= PREC[val] and val != "^":
                out.append(stack.pop())
            stack.append(val)
        else:
            raise ParseError(f"unexpected {val!r}")
    while stack:
        out.append(stack.pop())
    return out


def evaluate(src):
    stack = []
    for t in to_rpn(src):
        if isinstance(t, float):
            stack.append(t)
        else:
            b, a = stack.pop(), stack.pop()
            stack.append(OPS[t](a, b))
    return stack[0]


def repl(stream=sys.stdin):
    while True:
        line = stream.readline()
        if not line or line.strip() in {"quit", "exit"}:
            break
        try:
            print(evaluate(line.strip()))
        except (ParseError, IndexError, ZeroDivisionError) as exc:
            print("error:", exc, file=sys.stderr)


if __name__ == "__main__":
    for e in ["1 + 2 * 3", "(1+2)*3", "2^3^2", "8/(4-4)"]:
        try:
            print(e, "=", evaluate(e))
        except Exception as e2:
            print("error", type(e2).__name__)
    repl()
