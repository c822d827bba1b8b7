from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import ParameterGrid

notes = ["../notes.txt", "../plans.txt"]
for options in ParameterGrid({"input": ["content", "filename"], "lowercase": [False]}):
    counts = CountVectorizer(**options).fit(notes)
    print(sorted(counts.vocabulary_))
