internal import CCurl
import Foundation

/// libcurl's easy handle: one transfer after another. It belongs to the transport's thread.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    /// The buffer that libcurl writes error messages to while the handle exists; on the heap, so that its address stays valid.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The other lists that libcurl only points to.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        errorText[0] = 0
    }

    deinit {
        curl_easy_cleanup(pointer)
        freeLists()
        errorText.deallocate()
    }

    /// Resets all options, for the next transfer; connections belong to the multi handle.
    func reset() {
        curl_easy_reset(pointer)
        freeLists()
        errorText[0] = 0
        set(CURLOPT_ERRORBUFFER, to: errorText)
    }

    private func freeLists() {
        curl_slist_free_all(headers)
        headers = nil
        for list in lists { curl_slist_free_all(list) }
        lists.removeAll()
    }

    /// The message of libcurl for the last failure; empty when there was none.
    var errorMessage: String { String(cString: errorText) }

    // MARK: Options. They fail only for lack of memory or of a feature: the transfer itself then reports it.

    func set(_ option: CURLoption, to value: Int) { _ = curl_easy_set_long(pointer, option, value) }
    func set(_ option: CURLoption, to value: Bool) { _ = curl_easy_set_long(pointer, option, value ? 1 : 0) }
    func set(_ option: CURLoption, toOffset value: Int64) {
        _ = curl_easy_set_offset(pointer, option, curl_off_t(value))
    }
    // Passing a String to C directly would create an array first; `withCString` avoids that.

    /// Sets a text option; libcurl copies the text.
    func set(_ option: CURLoption, to value: String) {
        value.withCString { _ = curl_easy_set_pointer(pointer, option, $0) }
    }
    func set(_ option: CURLoption, to value: UnsafeRawPointer?) { _ = curl_easy_set_pointer(pointer, option, value) }

    /// Drops the header fields that were sent, to set others.
    func dropHeaders() {
        set(CURLOPT_HTTPHEADER, to: UnsafeRawPointer?.none)
        curl_slist_free_all(headers)
        headers = nil
    }

    /// Adds a line in the format of `CURLOPT_HTTPHEADER`: "Name: value", "Name;" for an empty value, "Name:" to suppress a default.
    func appendHeader(_ line: String) {
        if let longer = line.withCString({ curl_slist_append(headers, $0) }) { headers = longer }
    }

    /// - Parameter line: The line with a NUL at its end, and no other.
    func appendHeader(bytes line: [UInt8]) {
        let longer = line.withUnsafeBytes { bytes in
            curl_slist_append(headers, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
        if let longer { headers = longer }
    }

    func sendHeaders() { set(CURLOPT_HTTPHEADER, to: UnsafeRawPointer(headers)) }

    func set(_ option: CURLoption, toLines lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = line.withCString { curl_slist_append(list, $0) } ?? list }
        if let list { lists.append(list) }
        set(option, to: UnsafeRawPointer(list))
    }

    // MARK: Facts

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return curl_easy_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return curl_easy_get_offset(pointer, info, &value) == CURLE_OK ? Int64(value) : 0
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard curl_easy_get_string(pointer, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    // MARK: Pausing

    /// Pauses the given directions and resumes the others. Callbacks may run before it returns.
    func pause(receiving: Bool, sending: Bool) {
        curl_easy_pause(pointer, (receiving ? CURLPAUSE_RECV : 0) | (sending ? CURLPAUSE_SEND : 0))
    }
}
