print("pan-trace")
