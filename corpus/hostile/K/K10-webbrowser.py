import webbrowser

webbrowser.open("http://127.0.0.1:9/")
