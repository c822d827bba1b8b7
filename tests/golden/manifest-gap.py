# What is not known of a text is three dots.


def g(n):
    return open("/etc/" + n)
