import nmpy
