class A:
    def run(self):
        return 1

print(A().run.__func__.__globals__)
