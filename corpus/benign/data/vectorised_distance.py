import numpy as np

def haversine(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(np.radians, (lat1, lon1, lat2, lon2))
    a = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 6371 * 2 * np.arcsin(np.sqrt(a))

cities = {"Paris": (48.86, 2.35), "Berlin": (52.52, 13.40), "Madrid": (40.42, -3.70)}
coords = np.array(list(cities.values()))
d = haversine(coords[:, None, 0], coords[:, None, 1], coords[None, :, 0], coords[None, :, 1])
print(np.round(d).astype(int))
