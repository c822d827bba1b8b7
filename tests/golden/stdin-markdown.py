```python
eval("1")
```
