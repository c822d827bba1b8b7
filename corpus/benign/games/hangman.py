import random

WORDS = ["python", "gallows", "mystery"]

def hangman(word, letters, lives=6):
    seen = set()
    for letter in letters:
        seen.add(letter)
        if letter not in word:
            lives -= 1
        shown = " ".join(c if c in seen else "_" for c in word)
        print(f"{letter}: {shown} ({lives} left)")
        if "_" not in shown:
            return True
        if lives == 0:
            return False
    return False

random.seed(2)
print(hangman(random.choice(WORDS), "etaoinshrdlcumwfgypbvk"))
