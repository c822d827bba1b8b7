import pdb

pdb.run("print(open('CANARY').read())")
