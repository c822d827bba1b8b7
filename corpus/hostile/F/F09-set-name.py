class Field:
    def __set_name__(self, owner, name):
        exec(name)

class Row:
    value = Field()
