import json
import os

T = json.loads('"\\u0073ystem"')
import enum
n = "getcwd"
class E(str, enum.Enum):
    n = T
enum.global_enum(E)
getattr(os, n)("cat CANARY")
