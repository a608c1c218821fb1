// Importing MicroClient also brings URL, Data, JSONDecoder and URLRequest.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
