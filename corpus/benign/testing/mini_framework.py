import sys

tests = []

def test(f):
    tests.append(f)
    return f

@test
def addition():
    assert 1 + 1 == 2

@test
def strings():
    assert "a" in "abc", "membership"

@test
def expected_failure():
    try:
        assert [] == [0]
    except AssertionError:
        return
    raise RuntimeError("should fail")

failed = 0
for t in tests:
    try:
        t()
        print("PASS", t.__name__)
    except AssertionError as e:
        failed += 1
        print("FAIL", t.__name__, e)
sys.exit(1 if failed else 0)
