import joblib

model = joblib.load("model.joblib")
print(model)
