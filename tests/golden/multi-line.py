eval(
    "1"
    "+ 1"
)
x = """
""" + open(eval(
    "2"))
