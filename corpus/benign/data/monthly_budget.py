budget = {"rent": 900, "food": 400, "fun": 150, "transport": 80}
spent = {"rent": 900, "food": 455.20, "fun": 90, "transport": 101}
print(f"{'category':<12}{'budget':>8}{'spent':>9}{'left':>9}")
for category in budget:
    left = budget[category] - spent.get(category, 0)
    flag = " !" if left < 0 else ""
    print(f"{category:<12}{budget[category]:>8.2f}{spent[category]:>9.2f}{left:>9.2f}{flag}")
print("total left:", round(sum(budget.values()) - sum(spent.values()), 2))
