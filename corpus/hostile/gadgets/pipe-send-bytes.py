"""The other end of a pipe unpickles what it receives."""
import multiprocessing

left, right = multiprocessing.Pipe()
left.send_bytes(b"cposix\nsystem\n(Vecho CANARY\ntR.")
print(right.recv())
