try:
    missing_thing
except NameError as error:
    print(error.__traceback__.tb_frame.f_builtins["eval"]("1"))
