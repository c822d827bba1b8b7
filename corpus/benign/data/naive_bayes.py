from collections import defaultdict
from math import log

class NaiveBayes:
    def __init__(self):
        self.words = defaultdict(lambda: defaultdict(int))
        self.docs = defaultdict(int)
        self.vocab = set()

    def train(self, text, label):
        self.docs[label] += 1
        for w in text.lower().split():
            self.words[label][w] += 1
            self.vocab.add(w)

    def predict(self, text):
        total = sum(self.docs.values())
        best, best_score = None, float("-inf")
        for label in self.docs:
            count = sum(self.words[label].values())
            score = log(self.docs[label] / total)
            for w in text.lower().split():
                score += log((self.words[label][w] + 1) / (count + len(self.vocab)))
            if score > best_score:
                best, best_score = label, score
        return best

nb = NaiveBayes()
nb.train("win money now", "spam")
nb.train("free money offer", "spam")
nb.train("lunch at noon", "ham")
nb.train("see you at the meeting", "ham")
print(nb.predict("free lunch money"), nb.predict("meeting at noon"))
