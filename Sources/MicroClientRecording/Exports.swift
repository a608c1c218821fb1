// Importing MicroClientRecording also brings archives and requests.
@_exported import HTTPArchive
@_exported import MicroClient
