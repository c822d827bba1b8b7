import html.parser
class H(html.parser.HTMLParser):
    def handle_starttag(self, t, a):
        for k, v in a:
            if k == "href": open(v, "w")
H().feed('<a href="/srv/CANARY">x</a>')
