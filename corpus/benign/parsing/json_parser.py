class Parser:
    def __init__(self, text):
        self.text, self.i = text, 0

    def space(self):
        while self.i < len(self.text) and self.text[self.i].isspace():
            self.i += 1

    def expect(self, s):
        if not self.text.startswith(s, self.i):
            raise ValueError(f"expected {s!r} at {self.i}")
        self.i += len(s)

    def value(self):
        self.space()
        c = self.text[self.i]
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        if c == '"':
            return self.string()
        for word, result in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.i):
                self.i += len(word)
                return result
        start = self.i
        while self.i < len(self.text) and self.text[self.i] in "+-.eE0123456789":
            self.i += 1
        number = self.text[start:self.i]
        return float(number) if set(number) & set(".eE") else int(number)

    def string(self):
        self.expect('"')
        end = self.text.index('"', self.i)
        out, self.i = self.text[self.i:end], end + 1
        return out

    def items(self, close, read):
        self.i += 1
        self.space()
        while self.text[self.i] != close:
            yield read()
            self.space()
            if self.text[self.i] == ",":
                self.i += 1
            self.space()
        self.i += 1

    def array(self):
        return list(self.items("]", self.value))

    def pair(self):
        key = self.string()
        self.space()
        self.expect(":")
        return key, self.value()

    def object(self):
        return dict(self.items("}", self.pair))

print(Parser('{"a": [1, 2.5, -3e2], "b": {"c": null, "d": true}, "e": "text"}').value())
