"""A recursive-descent calculator; its method is called eval, it evaluates a tree."""
import re

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


class Calculator:
    def __init__(self, text):
        self.tokens = [(float(n) if n else op) for n, op in TOKEN.findall(text)]
        self.pos = 0

    def peek(self):
        return self.tokens[self.pos] if self.pos < len(self.tokens) else None

    def take(self):
        token = self.peek()
        self.pos += 1
        return token

    def eval(self):
        value = self.term()
        while self.peek() in ("+", "-"):
            value = value + self.term() if self.take() == "+" else value - self.term()
        return value

    def term(self):
        value = self.factor()
        while self.peek() in ("*", "/"):
            value = value * self.factor() if self.take() == "*" else value / self.factor()
        return value

    def factor(self):
        token = self.take()
        if token == "(":
            value = self.eval()
            if self.take() != ")":
                raise SyntaxError("expected )")
            return value
        if token == "-":
            return -self.factor()
        if not isinstance(token, float):
            raise SyntaxError(f"unexpected {token!r}")
        return token


for text in ("1 + 2 * 3", "(1 + 2) * 3", "-4 / (1 - 3)", "2 * (3"):
    try:
        print(text, "=", Calculator(text).eval())
    except SyntaxError as e:
        print(text, "error:", e)
