import MicroClient

struct OneWay: Encodable {}
struct OtherWay: Decodable {}

func models() {
    _ = NetworkRequest<OneWay, OtherWay>(method: HTTPMethod.get)
    _ = NetworkRequest<OneWay, OneWay>(method: HTTPMethod.get)
    // expected-error@-1 {{type 'OneWay' does not conform to protocol 'Decodable'}}
    _ = NetworkRequest<OtherWay, OtherWay>(method: HTTPMethod.get)
    // expected-error@-1 {{type 'OtherWay' does not conform to protocol 'Encodable'}}
}
