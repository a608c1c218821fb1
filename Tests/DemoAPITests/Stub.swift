// Stub, replaced by the room's first test file.
