DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

def to_base(n, b):
    if n < 0:
        return "-" + to_base(-n, b)
    out = ""
    while True:
        n, r = divmod(n, b)
        out = DIGITS[r] + out
        if n == 0:
            return out

for n, b in [(255, 16), (255, 2), (-45, 8), (123456, 36)]:
    s = to_base(n, b)
    assert int(s, b) == n
    print(n, b, s)
print(bin(10), oct(64), hex(255), int("0b101", 0))
