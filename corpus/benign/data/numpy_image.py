import numpy as np

img = np.zeros((20, 20), dtype=np.uint8)
yy, xx = np.mgrid[:20, :20]
img[(yy - 10) ** 2 + (xx - 10) ** 2 < 36] = 255
kernel = np.ones((3, 3)) / 9
padded = np.pad(img.astype(float), 1, mode="edge")
blur = sum(padded[i:i + 20, j:j + 20] * kernel[i, j] for i in range(3) for j in range(3))
edges = np.abs(np.gradient(blur)[0]) + np.abs(np.gradient(blur)[1])
print(img.sum() // 255, blur.max(), (edges > 20).sum())
with open("circle.pgm", "w") as f:
    f.write(f"P2\n20 20\n255\n" + "\n".join(" ".join(map(str, row)) for row in img))
