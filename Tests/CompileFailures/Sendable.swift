import MicroClient

final class Shared: Encodable { var count = 0 }
// expected-note@-1 {{class 'Shared' does not conform to the 'Sendable' protocol}}

func needsSendable<Value: Sendable>(_ value: Value) {}

func sendable(client: NetworkClient, configuration: NetworkConfiguration) {
    needsSendable(client)
    needsSendable(configuration)
    needsSendable(NetworkRequest<String, String>(method: .get))
    needsSendable(NetworkRequest<Shared, String>(method: .get))
    // expected-error@-1 {{type 'Shared' does not conform to the 'Sendable' protocol}}
}
