from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps
import numpy as np
import io
import base64
img = Image.new("RGB", (64, 48), color=(240, 240, 255))
d = ImageDraw.Draw(img)
d.rectangle([5, 5, 40, 30], outline="red", width=2)
d.text((8, 8), "hi", fill="black", font=ImageFont.load_default())
img = img.filter(ImageFilter.GaussianBlur(1)).rotate(10, expand=True).resize((32, 32))
img.save("out.png"); img.convert("L").save("out.jpg", quality=80)
with Image.open("out.png") as im:
    arr = np.asarray(im)
    print(im.size, im.mode, arr.mean() > 0)
buf = io.BytesIO()
ImageOps.grayscale(img).save(buf, format="PNG")
uri = "data:image/png;base64," + base64.b64encode(buf.getvalue()).decode("ascii")
print(uri[:22])
Image.fromarray((np.random.rand(4, 4, 3) * 255).astype("uint8")).save("n.png")
thumb = img.copy(); thumb.thumbnail((16, 16)); thumb.save("t.gif")
