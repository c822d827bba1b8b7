from matplotlib.backends.backend_pdf import PdfPages
with PdfPages("/root/x.pdf") as p:
    pass
