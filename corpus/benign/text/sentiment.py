POSITIVE = {"good", "great", "love", "excellent", "happy"}
NEGATIVE = {"bad", "awful", "hate", "poor", "sad"}

def sentiment(text: str) -> str:
    """Classify a text by counting words."""
    words = text.lower().replace(".", "").replace(",", "").split()
    score = sum(w in POSITIVE for w in words) - sum(w in NEGATIVE for w in words)
    return "positive" if score > 0 else "negative" if score < 0 else "neutral"

for review in ["I love this, great value.", "Poor quality, bad service", "It is a table"]:
    print(f"{sentiment(review):<9} {review}")
