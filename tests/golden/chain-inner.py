x = 1
exec("exec(\"exec('w=1;import os; os.system(1)')\")")
