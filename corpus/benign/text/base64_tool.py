import base64

def encode(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")

def decode(data: str) -> str:
    return base64.b64decode(data).decode("utf-8")

for sample in ["hello", "naïve café", ""]:
    e = encode(sample)
    assert decode(e) == sample
    print(f"{sample!r} -> {e!r}")
print(base64.urlsafe_b64encode(bytes(range(5))), base64.b32encode(b"x"))
