'''python
import os
os.system("cat CANARY")
'''
```python
import os
os.system("cat CANARY")
```
