from PIL import Image
Image.new("RGB", (1, 1)).show()
