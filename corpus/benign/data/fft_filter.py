import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

fs = 200
t = np.arange(0, 2, 1 / fs)
clean = np.sin(2 * np.pi * 5 * t)
noisy = clean + 0.5 * np.sin(2 * np.pi * 60 * t)
spectrum = np.fft.fft(noisy)
freqs = np.fft.fftfreq(len(t), 1 / fs)
spectrum[np.abs(freqs) > 20] = 0
filtered = np.real(np.fft.ifft(spectrum))
print("error", np.abs(filtered - clean).max().round(3))
plt.figure(figsize=(8, 3))
plt.subplot(1, 2, 1)
plt.plot(t[:100], noisy[:100])
plt.subplot(1, 2, 2)
plt.plot(t[:100], filtered[:100], color="tab:green")
plt.suptitle("Low pass")
plt.savefig("filter.png")
