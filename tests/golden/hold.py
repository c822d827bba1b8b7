with open("/var/tmp/report.csv", "w") as f:
    f.write("x")
