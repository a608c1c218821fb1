internal import CCurl
import Foundation
import MicroClient

// The method and body of the request.

extension RunningHop {
    /// Sets the body. Returns false if it cannot be read; ``ownError`` is set then.
    func setBody() -> Bool {
        switch upload {
        case .none:
            setNoBody()
        case .bytes(let data) where data.count <= Self.largestCopiedBody || request.isSignedWithBody:
            setCopiedBody(data)
        case .bytes(let data):
            setReader(BytesReader(data))
        case .file(let url):
            do { setReader(try UploadFileReader(url)) } catch {
                ownError = error
                ownError?.url = request.urlWithoutUser
                return false
            }
        case .stream(let pump):
            setReader(pump)
        }
        return true
    }

    /// Sets that there is no body. A POST, PUT or PATCH without content has a length of 0: RFC 9110, section 8.6.
    private func setNoBody() {
        switch request.method {
        case .get: break
        case .head: easy.set(CURLOPT_NOBODY, to: true)
        case .post, .put, .patch: setCopiedBody(Data())
        default: setMethod()
        }
    }

    private func setMethod() { easy.set(CURLOPT_CUSTOMREQUEST, to: request.method.rawValue) }

    /// Sets a body that libcurl holds itself; it sends it together with the head, as one packet.
    private func setCopiedBody(_ data: Data) {
        easy.set(CURLOPT_POST, to: true)
        easy.set(CURLOPT_POSTFIELDSIZE_LARGE, toOffset: Int64(data.count))
        // A null pointer would make libcurl call for the body instead.
        if data.isEmpty { easy.set(CURLOPT_COPYPOSTFIELDS, to: "") }
        data.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress, !bytes.isEmpty { easy.set(CURLOPT_COPYPOSTFIELDS, to: start) }
        }
        setMethod()
    }

    private static let largestCopiedBody = 32 << 10

    private func setReader(_ reader: any UploadReader) {
        bodyReader = reader
        connectBodyReader()
        easy.set(CURLOPT_UPLOAD, to: true)
        easy.set(CURLOPT_UPLOAD_BUFFERSIZE, to: BufferPool.size)
        easy.set(CURLOPT_INFILESIZE_LARGE, toOffset: reader.length ?? -1)
        setMethod()
    }

    /// Whether the hop ends with the head: the response to HEAD has no body, whatever its Content-Length says. libcurl knows that only when it
    /// sends no body either; else the hop, and its connection, must end with the head.
    var endsWithHead: Bool {
        guard request.method == .head else { return false }
        if case .none = upload { return false }
        return true
    }
}
