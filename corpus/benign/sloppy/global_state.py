counter = 0
history = []

def inc():
    global counter
    counter += 1
    history.append(counter)

def reset():
    global counter, history
    counter = 0
    history = []

inc(); inc(); inc()
print(counter, history)
reset()
print(counter, history)
