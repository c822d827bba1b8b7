import re

RULES = """
when temp > 30 then fan on
when temp < 10 then heater on
when door == open then alarm on
"""
PATTERN = re.compile(r"when (\w+) (>|<|==) (\w+) then (\w+) (on|off)")
COMPARE = {">": lambda a, b: float(a) > float(b), "<": lambda a, b: float(a) < float(b), "==": lambda a, b: str(a) == str(b)}

def compile_rules(text):
    return [PATTERN.fullmatch(line).groups() for line in text.strip().splitlines()]

def evaluate(rules, facts):
    return {device: state for name, sign, value, device, state in rules if name in facts and COMPARE[sign](facts[name], value)}

print(evaluate(compile_rules(RULES), {"temp": 35, "door": "open"}))
