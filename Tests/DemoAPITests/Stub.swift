// Stub
