from html.parser import HTMLParser
import html

class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.depth = [], 0

    def handle_starttag(self, tag, attrs):
        self.depth += 1
        if tag == "a":
            self.links.append(dict(attrs).get("href"))

    def handle_endtag(self, tag):
        self.depth -= 1

p = Links()
p.feed("<p>See <a href='/one'>one</a> and <a href='/two?x=1&amp;y=2'>two</a></p>")
print(p.links, p.depth, html.escape("<b>"), html.unescape("&lt;&eacute;"))
