import re

text = """Contact: ann@example.org, bob.smith@mail.example.com
Phone +47 22 33 44 55 or 0800-123456. Due 2024-05-17 and 2024-12-01.
Prices: $19.99, $5, $1,250.00"""

emails = re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)
dates = re.findall(r"\b(\d{4})-(\d{2})-(\d{2})\b", text)
prices = [float(p.replace(",", "")) for p in re.findall(r"\$([\d,]+(?:\.\d+)?)", text)]
print(emails, dates, sum(prices))
print(re.sub(r"(\w+)@(\w+)", lambda m: m.group(1)[0] + "***@" + m.group(2), text).splitlines()[0])
print(re.split(r"[,:;]\s*", "a, b: c;d"))
pattern = re.compile(r"(?P<h>\d+):(?P<m>\d+)", re.VERBOSE | re.IGNORECASE)
print(pattern.search("at 12:45").groupdict())
