@_exported import MicroClient
