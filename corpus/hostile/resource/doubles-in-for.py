text = "ab"
for _ in range(60):
    text = text + text
