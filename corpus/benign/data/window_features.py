import numpy as np

def windows(x, size, step):
    for start in range(0, len(x) - size + 1, step):
        yield x[start:start + size]

signal_data = np.sin(np.arange(0, 20, 0.1)) + 0.1 * np.cos(np.arange(0, 20, 0.1) * 7)
features = np.array([[w.mean(), w.std(), w.max() - w.min()] for w in windows(signal_data, 50, 25)])
print(features.shape, features.round(2)[0])
spectrum = np.abs(np.fft.rfft(signal_data))
print("peak bin", int(spectrum[1:].argmax()) + 1)
