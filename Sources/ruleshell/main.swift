print("ruleshell")
