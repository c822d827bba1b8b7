from code import InteractiveInterpreter

InteractiveInterpreter().runsource("import os; os.system('cat CANARY')")
