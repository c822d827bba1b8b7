import re
import unicodedata

def slugify(title):
    value = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    value = re.sub(r"[^\w\s-]", "", value).strip().lower()
    return re.sub(r"[-\s]+", "-", value)

assert slugify("Crème brûlée: the Recipe!") == "creme-brulee-the-recipe"
assert slugify("  Hello   World ") == "hello-world"
print(slugify("Ünïcödé & friends"))
