import warnings

warnings.showwarning = breakpoint
warnings.warn("now")
