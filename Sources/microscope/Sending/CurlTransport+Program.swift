import MicroClientCurl

extension CurlTransport {
    /// The program's one transport: what stood on the wire is for a person to see.
    static let keepingWireLog: CurlTransport = {
        var configuration = Configuration()
        configuration.keepsWireLog = true
        // What a person sends does not wait for streams that another pane holds open.
        configuration.transfersPerHost = nil
        return CurlTransport(configuration: configuration)
    }()
}
