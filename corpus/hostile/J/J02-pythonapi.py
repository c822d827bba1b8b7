import ctypes

print(ctypes.pythonapi.Py_IsInitialized())
