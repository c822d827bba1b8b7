def read_number(text):
    try:
        return int(text)
    except:
        try:
            return float(text)
        except:
            return None

for t in ["1", "2.5", "abc", None]:
    x = read_number(t)
    if x == None:
        print("could not parse", t)
        continue
    print(x*2)
