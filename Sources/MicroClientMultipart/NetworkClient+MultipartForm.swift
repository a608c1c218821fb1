public import MicroClient

extension NetworkClient {
    /// Sends a form: `client("photos").body(MultipartForm { ... }).post()`. Its files are read while they are sent.
    ///
    /// - Throws: When the request is made, ``/MicroClient/NetworkClientError/encodingError(_:)`` for a file that cannot be read.
    public func body(_ form: MultipartForm) -> NetworkClient {
        body(type: form.contentType) { try form.source() }
    }
}
