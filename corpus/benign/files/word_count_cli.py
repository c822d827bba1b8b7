#!/usr/bin/env python3
"""wc in Python: counts lines, words and bytes of files or standard input."""
import argparse
import sys


def count(stream):
    lines = words = size = 0
    for line in stream:
        lines += 1
        words += len(line.split())
        size += len(line.encode())
    return lines, words, size


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("files", nargs="*")
    ap.add_argument("-l", "--lines", action="store_true", help="only lines")
    args = ap.parse_args(argv)
    if not args.files:
        print(*count(sys.stdin))
        return 0
    status = 0
    for name in args.files:
        try:
            with open(name, encoding="utf-8") as f:
                result = count(f)
        except OSError as e:
            print(f"{name}: {e.strerror}", file=sys.stderr)
            status = 1
            continue
        print(*(result[:1] if args.lines else result), name)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
