from sklearn.linear_models import X
