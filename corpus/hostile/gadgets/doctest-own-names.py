"""
>>> helper.system('echo /srv/CANARY')
0
"""
import doctest
import os as helper
doctest.testmod()
