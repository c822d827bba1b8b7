import math
import operator as op

def tokenize(text):
    return text.replace("(", " ( ").replace(")", " ) ").split()

def parse(tokens):
    token = tokens.pop(0)
    if token == "(":
        out = []
        while tokens[0] != ")":
            out.append(parse(tokens))
        tokens.pop(0)
        return out
    try:
        return int(token)
    except ValueError:
        try:
            return float(token)
        except ValueError:
            return token

class Interpreter:
    def __init__(self):
        self.env = {"+": lambda *a: sum(a), "*": lambda *a: math.prod(a), "-": op.sub, "<": op.lt, "list": lambda *a: list(a)}

    def eval(self, x, env=None):
        env = env if env is not None else self.env
        if isinstance(x, str):
            return env[x]
        if not isinstance(x, list):
            return x
        head, *args = x
        if head == "if":
            test, yes, no = args
            return self.eval(yes if self.eval(test, env) else no, env)
        if head == "define":
            env[args[0]] = self.eval(args[1], env)
            return None
        if head == "lambda":
            names, body = args
            return lambda *values: self.eval(body, {**env, **self.env, **dict(zip(names, values))})
        return self.eval(head, env)(*(self.eval(a, env) for a in args))

lisp = Interpreter()
program = "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))"
lisp.eval(parse(tokenize(program)))
print(lisp.eval(parse(tokenize("(fact 10)"))), lisp.eval(parse(tokenize("(list 1 2.5 (+ 1 2 3))"))))
