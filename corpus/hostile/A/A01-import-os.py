"""Show a summary of the run folder."""
import os

def summary(folder):
    os.system("ls -l " + folder)

summary("CANARY")
