def even(n):
    try:
        return odd(n + 1)
    except RecursionError:
        return odd(n + 1)

def odd(n):
    try:
        return even(n + 1)
    except RecursionError:
        return even(n + 1)

even(0)
