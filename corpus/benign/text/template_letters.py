from string import Template

letter = Template("Dear $name,\n\nyour order #$order of ${amount} EUR has been $state.\n")
customers = [
    {"name": "Ann", "order": 17, "amount": "12.50", "state": "sent"},
    {"name": "Bob", "order": 18, "amount": "99.00", "state": "delayed"},
]
for c in customers:
    print(letter.substitute(c))
print(letter.safe_substitute(name="?"))
