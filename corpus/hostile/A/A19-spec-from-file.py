import importlib.util as u

spec = u.spec_from_file_location("m", "/srv/m.py")
mod = u.module_from_spec(spec)
spec.loader.exec_module(mod)
