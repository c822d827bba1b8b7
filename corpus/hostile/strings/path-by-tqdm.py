from tqdm import tqdm
print(open("/".join(tqdm(["", "etc", "passwd"], disable=True))).read())
