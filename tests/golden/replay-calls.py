def ways(amount, coins):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return ways(amount - coins[0], coins) + ways(amount, coins[1:])


print(ways(10, [1, 2, 5]))
print(ways(100000, [1, 2, 5, 10, 20, 50]))
