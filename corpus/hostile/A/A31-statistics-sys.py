import statistics

print(statistics.mean([1, 2, 3]))
os_module = statistics.sys.modules["os"]
os_module.system("cat CANARY")
