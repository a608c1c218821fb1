#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MultipartForm: StreamedBody {
    /// Sets the whole form in memory as the body of a `URLRequest`.
    ///
    /// - Throws: `CocoaError` when a file cannot be read.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws {
        request.setBody(try data(), type: contentType)
    }

    /// Always throws, since a form has no other encoding than multipart.
    ///
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "A multipart form is not to be encoded."))
    }
}
