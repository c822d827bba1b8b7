%run x.py
