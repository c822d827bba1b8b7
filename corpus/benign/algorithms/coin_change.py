def coin_change(coins, amount):
    ways = [1] + [0] * amount
    fewest = [0] + [amount + 1] * amount
    for c in coins:
        for a in range(c, amount + 1):
            ways[a] += ways[a - c]
    for a in range(1, amount + 1):
        fewest[a] = min((fewest[a - c] + 1 for c in coins if c <= a), default=amount + 1)
    return ways[amount], fewest[amount] if fewest[amount] <= amount else None

if __name__ == '__main__':
    print(coin_change([1, 2, 5], 11))
    print(coin_change([4], 7))
