class Record:
    def __fields(self):
        return vars(self)


print(Record._Record__fields(type))
