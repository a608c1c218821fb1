internal import CCurl
import Foundation

/// libcurl's multi handle: the transfers in progress and the kept connections.
///
/// Only ``wakeUp()`` may be called from any thread (`libcurl-thread(3)`); the rest belongs to the transport's thread. The last reference
/// frees it, so that ``wakeUp()`` is always safe.
final class MultiHandle: @unchecked Sendable {  // For the reason just given.
    private let handle: UnsafeMutableRawPointer
    /// Whether ``wakeUp()`` ends a sleep: without a free file descriptor libcurl has no pipe for it.
    private let canBeWoken: Bool
    /// The longest sleep that cannot be ended early, in milliseconds.
    private static let shortSleep: Int32 = 20

    /// Whether the library is set up, which must happen once, before anything else, for the whole process.
    private static let isLibraryReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    init(keptConnections: Int) {
        guard Self.isLibraryReady, let handle = curl_multi_init() else {
            preconditionFailure("libcurl is out of memory.")
        }
        self.handle = handle
        canBeWoken = curl_multi_wakeup(handle) == CURLM_OK
        _ = curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, keptConnections)
    }

    deinit { curl_multi_cleanup(handle) }

    func wakeUp() { curl_multi_wakeup(handle) }

    func add(_ easy: EasyHandle) { curl_multi_add_handle(handle, easy.pointer) }

    /// Removes a transfer; if it is still in progress, its connection is closed (HTTP/2: its stream).
    func remove(_ easy: EasyHandle) { curl_multi_remove_handle(handle, easy.pointer) }

    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// Sleeps until a socket or a timer of libcurl is ready, ``wakeUp()`` is called, or the time is over.
    func poll(milliseconds: Int32) {
        curl_multi_poll(handle, nil, 0, canBeWoken ? milliseconds : min(milliseconds, Self.shortSleep), nil)
    }

    /// Returns the next transfer that has ended: the value of its `CURLOPT_PRIVATE`, and its result.
    func nextFinished() -> (owner: UnsafeMutableRawPointer, result: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var owner: UnsafeMutableRawPointer?
            _ = curl_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &owner)
            if let owner { return (owner, curl_message_result(message)) }
        }
        return nil
    }
}
