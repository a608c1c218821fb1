#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MultipartForm: StreamedBody {
    /// All in memory, for those who want a `URLRequest`.
    ///
    /// - Throws: `CocoaError` when a file cannot be read.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws {
        request.setBody(try data(), type: contentType)
    }

    /// A form has no other encoding than its own.
    ///
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "A multipart form is not to be encoded."))
    }
}
