def f():
    """
    >>> __import__("os").system("cat CANARY")
    0
    """

import doctest
doctest.run_docstring_examples(f, {})
