import antigravity, this

print("done")
