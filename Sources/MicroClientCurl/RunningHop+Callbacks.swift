internal import CCurl
import Foundation

extension RunningHop {
    static func from(_ pointer: UnsafeMutableRawPointer) -> RunningHop {
        Unmanaged<RunningHop>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Makes libcurl call this hop. The loop keeps the hop until its handle is removed from the multi handle.
    func connectCallbacks() {
        let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        easy.set(CURLOPT_PRIVATE, to: own)
        _ = curl_easy_set_write(easy.pointer, CURLOPT_WRITEFUNCTION, bodyArrived)
        easy.set(CURLOPT_WRITEDATA, to: own)
        _ = curl_easy_set_write(easy.pointer, CURLOPT_HEADERFUNCTION, headerArrived)
        easy.set(CURLOPT_HEADERDATA, to: own)
        _ = curl_easy_set_prereq(easy.pointer, requestFollows)
        easy.set(CURLOPT_PREREQDATA, to: own)
        _ = curl_easy_set_sockopt(easy.pointer, socketOpened)
        easy.set(CURLOPT_SOCKOPTDATA, to: own)
        guard configuration.reportsHeadersSent else { return }
        _ = curl_easy_set_debug(easy.pointer, wireSpoke)
        easy.set(CURLOPT_DEBUGDATA, to: own)
    }

    func connectBodyReader() {
        let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        _ = curl_easy_set_read(easy.pointer, bodyWanted)
        easy.set(CURLOPT_READDATA, to: own)
        _ = curl_easy_set_seek(easy.pointer, rewindWanted)
        easy.set(CURLOPT_SEEKDATA, to: own)
    }
}

private let bodyArrived: curl_write_callback = { bytes, size, count, hop in
    guard let hop else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return RunningHop.from(hop).didReceiveBody(piece) ? piece.count : 0
}

private let headerArrived: curl_write_callback = { bytes, size, count, hop in
    guard let hop else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return RunningHop.from(hop).didReceiveHeader(line) ? line.count : 0
}

private let bodyWanted: curl_read_callback = { buffer, size, count, hop in
    guard let hop else { return Int(CURL_READFUNC_ABORT) }
    return RunningHop.from(hop).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private let rewindWanted: curl_seek_callback = { hop, offset, origin in
    guard let hop, offset == 0, origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
    return RunningHop.from(hop).rewindBody() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

private let socketOpened: curl_sockopt_callback = { hop, descriptor, _ in
    if let hop {
        RunningHop.from(hop).didOpen(descriptor)
        RunningHop.from(hop).listenToHandshake()
    }
    return Int32(CURL_SOCKOPT_OK)
}

private let requestFollows: curl_prereq_callback = { hop, remoteAddress, _, remotePort, localPort in
    guard let hop else { return CURL_PREREQFUNC_ABORT }
    let address = remoteAddress.map { String(cString: $0) } ?? ""
    return RunningHop.from(hop).willSend(toAddress: address, port: Int(remotePort), localPort: Int(localPort))
        ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private let wireSpoke: curl_debug_callback = { _, kind, bytes, count, hop in
    guard let hop else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: count)
    switch kind {
    case CURLINFO_HEADER_OUT: RunningHop.from(hop).didSendHead(piece)
    case CURLINFO_HEADER_IN: RunningHop.from(hop).didHearOfTunnel(piece)
    case CURLINFO_DATA_IN: RunningHop.from(hop).didReceiveCoded(piece)
    case CURLINFO_TEXT: RunningHop.from(hop).didHear(piece)
    default: break
    }
    return 0
}
