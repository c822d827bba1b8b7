import random
from collections import namedtuple

Card = namedtuple("Card", ["rank", "suit"])

class Deck:
    ranks = [str(n) for n in range(2, 11)] + list("JQKA")
    suits = "♠ ♥ ♦ ♣".split()

    def __init__(self, rng):
        self._cards = [Card(r, s) for s in self.suits for r in self.ranks]
        rng.shuffle(self._cards)

    def __len__(self):
        return len(self._cards)

    def __getitem__(self, i):
        return self._cards[i]

    def draw(self):
        return self._cards.pop()

def value(hand):
    total = sum(11 if c.rank == "A" else int(c.rank) if c.rank.isdigit() else 10 for c in hand)
    aces = sum(c.rank == "A" for c in hand)
    while total > 21 and aces:
        total -= 10
        aces -= 1
    return total

deck = Deck(random.Random(5))
hand = [deck.draw(), deck.draw()]
while value(hand) < 17:
    hand.append(deck.draw())
print([c.rank + c.suit for c in hand], value(hand), len(deck))
