def price(text):
    return round(float(text) * 100)


def retry(function, *args):
    while True:
        try:
            return function(*args)
        except Exception:
            print("once more")


print([retry(price, text) for text in ("12.50", "7,25")])
