import doctest
def w(p):
    """
    >>> w('/srv/CANARY')
    """
    open(p, "w")
doctest.testmod()
