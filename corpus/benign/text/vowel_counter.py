s = "Programming in Python is fun"
vowels = 0
for ch in s:
    if ch in "aeiouAEIOU":
        vowels = vowels + 1
print("Number of vowels:", vowels)
print("Reversed:", s[::-1])
print("Words:", len(s.split()))
print("Title:", s.title(), "| Swap:", s.swapcase())
