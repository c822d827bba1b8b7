# cafИ
# -*- coding: koi8-r -*-
x = "а"
y = b"а"
