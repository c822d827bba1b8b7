eval("<script>alert(1)</script>")  # </pre> & "
