import Foundation

/// The file descriptors of this process.
package enum OpenFiles {
    /// Whether none is left: neither Foundation nor libcurl reports this when a connection fails for that reason.
    package static var areUsedUp: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    /// The advice for the error message.
    package static let advice =
        "The process has no file descriptor left. Send fewer requests at once, close what is not needed, or raise the limit (ulimit -n)."
}
