from numpy.lib import utils

print(utils.safe_eval.__globals__["os"])
