RULES = {"a": "ab", "b": "aab"}
text = "a"
for _ in range(70):
    text = "".join(RULES[c] for c in text)
print(len(text))
