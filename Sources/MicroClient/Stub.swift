import Foundation
extension NetworkClient {
    func sending(_ r: WireRequest, options: SendOptions, observer: ExchangeObserver?) -> Sending { Sending() }
    public func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel> { throw NetworkClientError.unknown(nil) }
}
struct Sending { func respond() async throws -> WireResponse { throw NetworkClientError.unknown(nil) } }
final class Recorder: Sendable { var exchange: Exchange { fatalError() } }
final class BodyReader: Sendable {
    let recorder = Recorder()
    func next() async throws -> Data? { nil }
    func collect(upTo: Int) async throws -> Data { Data() }
}
public struct TransportSession: URLSessionProtocol {
    public let transport: any Transport
    public init(_ transport: any Transport) { self.transport = transport }
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) { throw NetworkClientError.unknown(nil) }
}
extension URLSessionProtocol where Self == TransportSession {
    public static func transport(_ transport: any Transport) -> TransportSession { TransportSession(transport) }
}
public struct URLSessionTransport: Transport {
    let session: any URLSessionProtocol
    public init(session: any URLSessionProtocol) { self.session = session }
    public func transfer(_ request: WireRequest) -> Transfer { Transfer { nil } }
}
extension Error {
    /// What happened on the wire until this error; nil if nothing was prepared, or the error is none of a client.
    public var exchange: Exchange? { nil }
    public var transferError: TransferError? { nil }
}
