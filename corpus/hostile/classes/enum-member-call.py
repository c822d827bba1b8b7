import enum

class Action(enum.Enum):
    RUN = (exec,)

    def __call__(self, text):
        return self.value[0](text)

Action.RUN("print(open('CANARY').read())")
