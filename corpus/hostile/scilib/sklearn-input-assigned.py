from sklearn.feature_extraction.text import CountVectorizer
v = CountVectorizer()
v.input = "filename"
v.fit(["/etc/hostname"])
print(list(v.vocabulary_))
