message = t"{exec('print(1)')}"
