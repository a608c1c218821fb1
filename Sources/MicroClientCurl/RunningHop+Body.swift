internal import CCurl
import Foundation
import MicroClient

// Method and body of the request.

extension RunningHop {
    /// False: the body cannot be read, and ``ownError`` says why.
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

    /// A POST, PUT or PATCH without content says so: RFC 9110, section 8.6.
    private func setNoBody() {
        switch request.method {
        case .get: break
        case .head: easy.set(CURLOPT_NOBODY, to: true)
        case .post, .put, .patch: setCopiedBody(Data())
        default: setMethod()
        }
    }

    private func setMethod() { easy.set(CURLOPT_CUSTOMREQUEST, to: request.method.rawValue) }

    /// libcurl sends a body that it holds itself together with the head, as one packet.
    private func setCopiedBody(_ data: Data) {
        easy.set(CURLOPT_POST, to: true)
        easy.set(CURLOPT_POSTFIELDSIZE_LARGE, toOffset: Int64(data.count))
        // A pointer to nothing would make libcurl call for the body instead.
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

    /// The answer to HEAD has no body, whatever its Content-Length says. libcurl knows that only when it sends none either; else the
    /// hop ends with the head, and so does its connection.
    var endsWithHead: Bool {
        guard request.method == .head else { return false }
        if case .none = upload { return false }
        return true
    }
}
