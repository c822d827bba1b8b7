import traceback

for frame, line in traceback.walk_stack(None):
    print(frame, line)
