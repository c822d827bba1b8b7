import venv, ensurepip

venv.create("env")
