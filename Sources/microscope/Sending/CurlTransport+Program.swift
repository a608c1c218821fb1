import MicroClientCurl

extension CurlTransport {
    /// The program's only transport, which keeps the wire log for the user.
    static let keepingWireLog: CurlTransport = {
        var configuration = Configuration()
        configuration.keepsWireLog = true
        // What a person sends does not wait for streams that another pane holds open.
        configuration.transfersPerHost = nil
        return CurlTransport(configuration: configuration)
    }()
}
