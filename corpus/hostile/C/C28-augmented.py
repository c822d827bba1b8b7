class Node:
    pass

obj = Node()
obj.x = Node()
obj.x.__dict__ |= {"hidden": 1}
