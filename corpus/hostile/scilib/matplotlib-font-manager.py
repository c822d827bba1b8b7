from matplotlib import font_manager as fm
fm.fontManager.addfont("/root/x.ttf")
