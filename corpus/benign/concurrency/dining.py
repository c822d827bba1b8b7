import threading

forks = [threading.Lock() for _ in range(5)]
meals = [0] * 5

def philosopher(i):
    first, second = sorted((i, (i + 1) % 5))
    for _ in range(20):
        with forks[first], forks[second]:
            meals[i] += 1

threads = [threading.Thread(target=philosopher, args=(i,), name=f"p{i}") for i in range(5)]
[t.start() for t in threads]
[t.join() for t in threads]
print(meals)
