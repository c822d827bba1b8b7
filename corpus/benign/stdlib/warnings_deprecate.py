import functools
import warnings

def deprecated(reason):
    def deco(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            warnings.warn(f"{f.__name__} is deprecated: {reason}", DeprecationWarning, stacklevel=2)
            return f(*args, **kwargs)
        return inner
    return deco

@deprecated("use add")
def plus(a, b):
    return a + b

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(plus(1, 2))
print(len(caught), caught[0].category.__name__)
