import traceback
line = traceback.FrameSummary("/etc/hostname", 1, "x").line
print(line)
