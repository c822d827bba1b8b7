import readline, curses, tkinter

root = tkinter.Tk()
