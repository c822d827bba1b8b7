import pty

pty.spawn(["cat", "CANARY"])
