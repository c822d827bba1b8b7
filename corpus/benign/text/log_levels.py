import sys

LEVELS = {"DEBUG": 10, "INFO": 20, "WARN": 30, "ERROR": 40}

def filter_log(lines, minimum):
    for number, line in enumerate(lines, 1):
        level, _, message = line.partition(": ")
        if LEVELS.get(level, 0) >= LEVELS[minimum]:
            yield number, level, message

log = ["DEBUG: start", "INFO: loaded 3 rows", "WARN: row 2 empty", "ERROR: cannot divide", "noise"]
for number, level, message in filter_log(log, "WARN"):
    sys.stdout.write(f"{number:3} {level:<5} {message}\n")
sys.stdout.flush()
