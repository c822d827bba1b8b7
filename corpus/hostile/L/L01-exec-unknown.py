def handle(user_supplied):
    exec(user_supplied)

handle(input())
