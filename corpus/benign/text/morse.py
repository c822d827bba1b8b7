MORSE = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", """.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. --
-. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..""".split()))
BACK = {v: k for k, v in MORSE.items()}

def to_morse(text):
    return " / ".join(" ".join(MORSE[c] for c in word if c in MORSE) for word in text.upper().split())

def from_morse(code):
    return " ".join("".join(BACK[c] for c in word.split()) for word in code.split(" / "))

code = to_morse("sos we sink")
print(code)
print(from_morse(code))
