try:
    raise ExceptionGroup("g", [ValueError("x")])
except* ValueError as group:
    print(group.__traceback__.tb_next, group.__traceback__.tb_frame)
