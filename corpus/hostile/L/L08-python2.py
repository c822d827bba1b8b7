print "x"; import os
