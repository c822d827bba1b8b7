import zipimport

def plugin(path):
    return zipimport.zipimporter(path).load_module("m")

plugin("/srv/a.zip")
