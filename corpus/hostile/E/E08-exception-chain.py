try:
    try:
        1 / 0
    except ZeroDivisionError as first:
        raise ValueError("bad row") from first
except ValueError as e:
    print(e.__context__, e.__cause__)
