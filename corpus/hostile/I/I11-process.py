import multiprocessing

if __name__ == "__main__":
    p = multiprocessing.Process(target=print, args=("x",))
    p.start()
    p.join()
