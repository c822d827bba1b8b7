import os

def opener(path, flags):
    return os.open("/etc/passwd", os.O_RDONLY)

print(open("notes.txt", opener=opener).read())
