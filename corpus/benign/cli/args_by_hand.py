import sys

def main():
    args = sys.argv[1:]
    numbers = [float(a) for a in args] or [3, 1, 2]
    if len(numbers) == 0:
        print("usage: args_by_hand.py NUMBER...")
        sys.exit(2)
    print("sum:", sum(numbers))
    print("sorted:", sorted(numbers), file=sys.stdout)
    print(sys.version_info >= (3, 8), sys.maxsize > 2 ** 32)

if __name__ == "__main__":
    main()
