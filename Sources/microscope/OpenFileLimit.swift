import Foundation

/// The number of files that this process may have open at once. With too few, the system's own libraries trap without a message.
enum OpenFileLimit {
    private static let needed: rlim_t = 64
    private static let wanted: rlim_t = 1024

    #if os(Linux)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// Raises the limit as far as it may be, when it is too low.
    ///
    /// - Returns: The reason that there are still too few; nil if there are enough.
    static func problem() -> String? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return nil }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        guard limit.rlim_cur < needed || setrlimit(resource, &limit) != 0 else { return nil }
        return
            "only \(limit.rlim_cur) files may be open at once here, and \(needed) are needed; run `ulimit -n \(wanted)` first"
    }
}
