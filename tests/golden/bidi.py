eval("‮1⁦")  # ​hidden
