from sklearn.utils._joblib import joblib

print(joblib.load("model.pkl"))
