// Whoever imports MicroClient has URL, Data, JSONDecoder and URLRequest at hand.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
