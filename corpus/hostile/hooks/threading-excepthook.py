import threading

threading.excepthook = lambda args: print(args.exc_traceback.tb_frame)
threading.Thread(target=lambda: 1 / 0).start()
