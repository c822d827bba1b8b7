"""Filter a noisy sensor signal and find peaks."""
import numpy as np
from scipy import signal, fft, interpolate
from scipy.ndimage import gaussian_filter1d
import matplotlib.pyplot as plt

FILTERS = {
    "butter": dict(N=4, Wn=0.1),
    "cheby1": dict(N=4, rp=1, Wn=0.1),
    "bessel": dict(N=4, Wn=0.1),
}


def synth(fs=500, duration=4.0, seed=11):
    rng = np.random.default_rng(seed)
    t = np.arange(0, duration, 1 / fs)
    x = np.sin(2 * np.pi * 5 * t) + 0.5 * np.sin(2 * np.pi * 12 * t)
    return t, x + rng.normal(scale=0.6, size=t.shape)


def design(name):
    factory = getattr(signal, name)
    return factory(output="sos", **FILTERS[name])


def spectrum(x, fs, window="hann"):
    w = signal.get_window(window, len(x))
    X = fft.rfft(x * w)
    return fft.rfftfreq(len(x), 1 / fs), np.abs(X) ** 2 / np.sum(w**2)


def main():
    fs = 500
    t, x = synth(fs)
    out = {name: signal.sosfiltfilt(design(name), x) for name in FILTERS}
    out["gauss"] = gaussian_filter1d(x, 5)
    out["savgol"] = signal.savgol_filter(x, 31, 3)
    fig, axs = plt.subplots(len(out), 1, sharex=True, figsize=(9, 2 * len(out)))
    for ax, (name, y) in zip(axs, out.items()):
        peaks, props = signal.find_peaks(y, height=0.5, distance=fs // 20)
        ax.plot(t, x, lw=0.5, color="0.7")
        ax.plot(t, y, label=name)
        ax.plot(t[peaks], y[peaks], "rx")
        ax.legend(loc="upper right")
        print(f"{name:8s} peaks={len(peaks):3d} mean height={props['peak_heights'].mean():.3f}")
    fig.savefig("filters.svg")
    f, p = spectrum(x, fs)
    top = f[np.argsort(p)[-3:]][::-1]
    print("dominant frequencies:", np.round(top, 2))
    f_w, pxx = signal.welch(x, fs=fs, nperseg=256)
    spl = interpolate.UnivariateSpline(f_w, np.log10(pxx), s=1)
    np.savez("spectrum.npz", f=f_w, pxx=pxx, smooth=spl(f_w))


main()
