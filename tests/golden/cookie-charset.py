# -*- coding: cp1252 -*-
name = "“café”"; eval("€")
open("/etc/é")
