import json
import re
from urllib.parse import urlparse, parse_qs, urlencode, urljoin, quote, unquote
BASE_URL = "https://api.example.com/v1/"
url = urljoin(BASE_URL, "items?" + urlencode({"q": "a b", "page": 2}))
u = urlparse(url)
print(u.netloc, parse_qs(u.query), quote("a/b"), unquote("%20"))
HTML = '<a href="https://example.org/x">x</a> <a href="/y">y</a>'
print([urljoin(BASE_URL, h) for h in re.findall(r'href="([^"]+)"', HTML)])
with open("links.json", "w") as f:
    json.dump({"base": BASE_URL, "links": re.findall(r'href="([^"]+)"', HTML)}, f)
emails = re.findall(r"[\w.+-]+@[\w-]+\.[\w.]+", "ann@example.org, bob@test.co.uk")
print(emails)
