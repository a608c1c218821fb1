@_exported import MicroClient
@_exported import MicroClientMultipart
