from urllib.parse import urlparse, parse_qs, urlencode, quote, urljoin

u = urlparse("https://user@example.org:8443/a/b.html?x=1&y=2&x=3#frag")
print(u.scheme, u.hostname, u.port, u.path, parse_qs(u.query), u.fragment)
print(urlencode({"q": "two words", "n": 5}), quote("a b/ü"), urljoin("http://h/a/b", "../c"))
