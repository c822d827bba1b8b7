x = "ÿþ"
eval("1")
