def main():
    exit(open("/etc/passwd").read())

main()
