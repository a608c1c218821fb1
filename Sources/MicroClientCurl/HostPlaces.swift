import MicroClient
import Text

/// Decides which transfers start at once, and which wait until another one to the same host has ended.
///
/// The limit of libcurl (`CURLMOPT_MAX_HOST_CONNECTIONS`) is not used: the time in its queue counts against the connect timeout, and a body
/// that is not read would keep its place.
struct HostPlaces<Transfer> {
    private struct Host {
        var taken = 0
        /// Whether it supports HTTP/2 or later: one connection carries all transfers.
        var isShared = false
        var waiting: ArraySlice<Transfer> = []
    }

    /// The number of transfers to a host at the same time; nil: no limit.
    private let limit: Int?
    private var hosts: [URLReference.Origin: Host] = [:]

    init(limit: Int?) { self.limit = limit }

    /// Returns the host at which a transfer of the request counts; nil: at none. The URL is parsed once for each transfer.
    func host(of request: WireRequest) -> URLReference.Origin? { limit == nil ? nil : URLReference(request.url).origin }

    /// - Returns: Whether the transfer starts now; otherwise it is kept.
    mutating func begin(_ transfer: Transfer, at host: URLReference.Origin) -> Bool {
        guard let limit else { return true }
        guard hosts[host, default: Host()].isShared || hosts[host, default: Host()].taken < limit else {
            hosts[host]?.waiting.append(transfer)
            return false
        }
        hosts[host, default: Host()].taken += 1
        return true
    }

    /// Records that a transfer has ended, or does not count any more.
    ///
    /// - Returns: The transfer that starts instead, if any.
    mutating func leave(_ host: URLReference.Origin) -> Transfer? {
        // Copied out and back: changing it in place costs several allocations.
        guard limit != nil, var known = hosts[host] else { return nil }
        let next = known.waiting.popFirst()
        if next == nil { known.taken -= 1 }
        hosts[host] = known.taken <= 0 && !known.isShared ? nil : known
        return next
    }

    /// Records that the host carries many transfers on one connection.
    ///
    /// - Returns: The transfers that start now.
    mutating func share(_ host: URLReference.Origin) -> ArraySlice<Transfer> {
        guard limit != nil, var known = hosts[host], !known.isShared else { return [] }
        let waiting = known.waiting
        known.isShared = true
        known.taken += waiting.count
        known.waiting = []
        hosts[host] = known
        return waiting
    }

    /// Removes waiting transfers.
    mutating func remove(at host: URLReference.Origin, where isGone: (Transfer) -> Bool) {
        hosts[host]?.waiting.removeAll(where: isGone)
    }
}
