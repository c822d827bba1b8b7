%%bash
cat CANARY
