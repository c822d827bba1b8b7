class Guard:
    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        print(tb.tb_frame)
        return True

with Guard():
    1 / 0
