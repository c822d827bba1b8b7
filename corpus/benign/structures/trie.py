class Trie:
    def __init__(self):
        self.children = {}
        self.end = False

    def insert(self, word):
        node = self
        for ch in word:
            node = node.children.setdefault(ch, Trie())
        node.end = True

    def search(self, prefix):
        node = self
        for ch in prefix:
            if ch not in node.children:
                return []
            node = node.children[ch]
        out = []

        def collect(n, text):
            if n.end:
                out.append(text)
            for ch in sorted(n.children):
                collect(n.children[ch], text + ch)
        collect(node, prefix)
        return out

t = Trie()
for w in "car card care cat dog do".split():
    t.insert(w)
print(t.search("car"), t.search("do"), t.search("x"))
