print("microscope")
