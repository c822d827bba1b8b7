import openpyxl
w = openpyxl.Workbook()
w.save("/root/x.xlsx")
