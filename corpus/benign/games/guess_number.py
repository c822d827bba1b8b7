import random

def play(guesses, secret):
    for attempt, g in enumerate(guesses, 1):
        if g < secret:
            print(g, "too low")
        elif g > secret:
            print(g, "too high")
        else:
            print(g, "correct in", attempt)
            return True
    return False

def ask():
    try:
        input_data = input("Your guess: ")
        return [int(input_data)]
    except (EOFError, ValueError):
        return [50, 25, 37]

secret = random.Random(4).randint(1, 100)
print(play(ask(), secret))
