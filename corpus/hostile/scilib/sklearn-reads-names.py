from sklearn.feature_extraction.text import CountVectorizer

print(CountVectorizer(input="filename").fit(["/etc/hostname"]).vocabulary_)
