// Whoever records has archives and requests at hand.
@_exported import HTTPArchive
@_exported import MicroClient
