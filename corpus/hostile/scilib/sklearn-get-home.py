from sklearn.datasets import get_data_home
get_data_home("/root/new")
