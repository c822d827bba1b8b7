from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
Pipeline([("s", StandardScaler())], memory="/root/cache").fit([[1], [2]])
