public import Foundation

/// The clock by which the system stamps files: what is written after a moment of it never bears an earlier stamp.
///
/// It may lag some milliseconds after the usual one. A file system of another machine has a clock of its own.
/// - Source: Linux `CLOCK_REALTIME_COARSE`.
public enum FileClock {
    public static var now: Date {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
        #else
            clock_gettime(CLOCK_REALTIME, &time)
        #endif
        return date(time)
    }

    /// Whether a file's content or attributes, or a directory's entries, changed at a moment or after it.
    static func hasChanged(_ path: String, since moment: Date) -> Bool {
        var info = stat()
        guard stat(path, &info) == 0 else { return false }
        #if canImport(Darwin)
            return date(info.st_ctimespec) >= moment
        #else
            return date(info.st_ctim) >= moment
        #endif
    }

    private static func date(_ time: timespec) -> Date {
        Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}
