from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Product:
    sku: str
    name: str
    price: float


class OutOfStock(ValueError):
    pass


class Inventory:
    def __init__(self):
        self._products = {}
        self._stock = defaultdict(int)

    def add(self, product: Product, quantity: int = 1) -> None:
        self._products[product.sku] = product
        self._stock[product.sku] += quantity

    def remove(self, sku: str, quantity: int = 1) -> float:
        if self._stock[sku] < quantity:
            raise OutOfStock(f"{sku}: wanted {quantity}, have {self._stock[sku]}")
        self._stock[sku] -= quantity
        return self._products[sku].price * quantity

    def value(self) -> float:
        return sum(p.price * self._stock[s] for s, p in self._products.items())

    def __iter__(self):
        for sku, p in sorted(self._products.items()):
            yield p, self._stock[sku]


inv = Inventory()
inv.add(Product("A1", "bolt", 0.1), 500)
inv.add(Product("B2", "drill", 89.0), 3)
print(inv.remove("A1", 100), inv.value())
try:
    inv.remove("B2", 4)
except OutOfStock as e:
    print("error:", e)
for product, n in inv:
    print(product.name, n)
