import argparse
import secrets
import string

def generate(length=16, symbols=True):
    alphabet = string.ascii_letters + string.digits + ("!@#$%" if symbols else "")
    while True:
        password = "".join(secrets.choice(alphabet) for _ in range(length))
        if any(c.isdigit() for c in password) and any(c.isupper() for c in password):
            return password

parser = argparse.ArgumentParser()
parser.add_argument("--length", type=int, default=16)
parser.add_argument("--no-symbols", action="store_true")
args = parser.parse_args()
p = generate(args.length, not args.no_symbols)
print(len(p), len(secrets.token_hex(8)))
