import numpy as np
import pandas as pd
from scipy.spatial import cKDTree


def to_xyz(lat, lon):
    lat, lon = np.radians(lat), np.radians(lon)
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


shops = pd.DataFrame({"name": ["x", "y"], "lat": [52.5, 48.1], "lon": [13.4, 11.6]})
people = pd.DataFrame({"lat": [52.0, 49.0, 48.5], "lon": [13.0, 11.0, 12.0]})
tree = cKDTree(to_xyz(shops.lat, shops.lon))
distance, index = tree.query(to_xyz(people.lat, people.lon))
people["shop"] = shops.name.values[index]
people["km"] = (2 * 6371 * np.arcsin(distance / 2)).round(0)
print(people.groupby("shop").km.agg(["count", "max"]))
