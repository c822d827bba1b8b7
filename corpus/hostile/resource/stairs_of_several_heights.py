"""In how many ways can one climb these stairs, taking one or two at a time?"""


def ways(n: int) -> int:
    if n < 0:
        return 0
    if n == 0:
        return 1
    return ways(n - 1) + ways(n - 2)


for height in (4, 12, 90):
    print(f"{height:>3} steps: {ways(height)} ways")
