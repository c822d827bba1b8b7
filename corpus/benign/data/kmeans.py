import numpy as np


def kmeans(points, k, steps=20, seed=0):
    rng = np.random.default_rng(seed)
    centers = points[rng.choice(len(points), k, replace=False)]
    for _ in range(steps):
        distances = np.linalg.norm(points[:, None] - centers[None], axis=2)
        labels = distances.argmin(axis=1)
        new = np.array([points[labels == i].mean(axis=0) if (labels == i).any() else centers[i]
                        for i in range(k)])
        if np.allclose(new, centers):
            break
        centers = new
    return centers, labels


rng = np.random.default_rng(7)
blobs = np.vstack([rng.normal(c, 0.3, size=(50, 2)) for c in ((0, 0), (3, 3), (0, 4))])
centers, labels = kmeans(blobs, 3)
print(np.round(centers[centers[:, 0].argsort()], 1))
print(np.bincount(labels))
