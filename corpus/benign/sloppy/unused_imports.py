import os
import sys
import json
import random
import datetime as dt
from collections import *
from math import *

x = sqrt(16) + pi
print(round(x, 3), floor(x))
print(Counter([1, 1, 2]))
