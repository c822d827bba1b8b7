import cffi

ffi = cffi.FFI()
lib = ffi.dlopen(None)
