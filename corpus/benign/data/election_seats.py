def dhondt(votes, seats):
    result = {party: 0 for party in votes}
    for _ in range(seats):
        winner = max(votes, key=lambda p: votes[p] / (result[p] + 1))
        result[winner] += 1
    return result

print(dhondt({"A": 340000, "B": 280000, "C": 160000, "D": 60000}, 7))
