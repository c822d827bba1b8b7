parts = "notes　/etc/pass　wd".split()
print(open(parts[1] + parts[2]).readline())
