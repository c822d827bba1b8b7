"""Packs a text by run lengths; what goes into a file says nothing of its name."""
from pathlib import Path


def pack(text):
    out = []
    for letter in text:
        if out and out[-1][0] == letter and out[-1][1] < 255:
            out[-1][1] += 1
        else:
            out.append([letter, 1])
    return b"".join(bytes([ord(letter), count]) for letter, count in out)


def save(target: Path, text: str) -> None:
    target.write_bytes(pack(text))
    print(target.name, len(target.read_bytes()))


def main(source: Path):
    packed = source.with_suffix(".rle")
    packed.write_bytes(pack(source.read_text()))
    save(source.with_name("again.rle"), "aaabbb")


letters = Path("letters.txt")
letters.write_text("aaaabbbccd" * 3)
main(letters)
