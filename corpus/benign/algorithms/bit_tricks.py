def popcount(n):
    c = 0
    while n:
        n &= n - 1
        c += 1
    return c

def single_number(nums):
    r = 0
    for n in nums:
        r ^= n
    return r

def gray(n):
    return [i ^ (i >> 1) for i in range(1 << n)]

print([popcount(i) for i in range(9)], single_number([4, 1, 2, 1, 2]))
print([f"{g:03b}" for g in gray(3)])
print(hex(0xDEAD & 0xFF00), 1 << 10, ~5, -7 >> 1)
