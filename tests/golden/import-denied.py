import os, subprocess as s
from os import path; path.join("a")
