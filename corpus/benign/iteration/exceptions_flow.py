class AppError(Exception):
    pass

class NotFound(AppError):
    def __init__(self, key):
        super().__init__(key)
        self.key = key

def lookup(table, key):
    try:
        return table[key]
    except KeyError as exc:
        raise NotFound(key) from exc
    finally:
        print("looked up", key)

for key in ("a", "b"):
    try:
        value = lookup({"a": 1}, key)
    except NotFound as e:
        print("not found:", e.key, type(e.__cause__).__name__)
    except (AppError, TypeError):
        raise
    else:
        print("value", value)
try:
    int("x")
except ValueError as e:
    print(e.args)
try:
    raise ExceptionGroup("many", [ValueError(1), TypeError(2)])
except* ValueError as g:
    print(len(g.exceptions))
except* TypeError:
    print("type")
