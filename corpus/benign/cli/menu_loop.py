def menu():
    print("1) add  2) show  3) quit")

def main():
    items = []
    while True:
        menu()
        try:
            choice = input("> ").strip()
        except EOFError:
            print("bye")
            break
        if choice == "1":
            items.append(input("item: "))
        elif choice == "2":
            print(items)
        elif choice == "3":
            break
        else:
            print("Invalid choice")

main()
