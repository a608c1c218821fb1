import Foundation
import TestSupport
import Testing

@testable import MicroClient

private struct Search: Encodable, Sendable {
    struct Range: Encodable { var from = 1, to = 2 }
    enum Order: String, Encodable { case byName = "by_name" }

    var text = "a b"
    var isExact = true
    var page: Int?
    var tags = ["x", "y"]
    var inRange = Range()
    var order = Order.byName
    var since = Date(timeIntervalSince1970: 0)
    var blob = Data([255])
    var share = 0.5
    var count = 3.0
}

private struct Only<Value: Encodable & Sendable>: Encodable, Sendable { var userID: Value }

@Suite("Queries that are built step by step")
struct BuilderQueryTests {
    private func query(_ build: (NetworkClient) -> NetworkClient) throws -> String {
        try build(builder()).request().url?.query ?? ""
    }

    @Test("C08: values of any kind, sorted by name, nil left out")
    func mixedC08() throws {
        #expect(try query { $0.query(["name": "John", "limit": 1]) } == "limit=1&name=John")
        #expect(try query { $0.query(["b": 1.5, "a": nil, "c": [true]]) } == "b=1.5&c=true")
        #expect(try query { $0.query(["z": "1", "a": "2"]) } == "a=2&z=1")
    }

    @Test("C16: every form of query, added to what is there")
    func formsC16() throws {
        let items = [URLQueryItem(name: "b", value: "1"), URLQueryItem(name: "n", value: nil)]
        #expect(try query { $0("x?a=0").query(items).query(items) } == "a=0&b=1&b=1")
        #expect(try query { $0.query { _ in items } } == "b=1")
        #expect(try query { $0.query("q", "a&b+c").query("n", 5).query("f", false) } == "q=a%26b%2Bc&n=5&f=false")
        #expect(try query { $0.query("q", String?.none).query("n", Int?.none) } == "")
        #expect(try query { $0.query("o", Search.Order.byName) } == "o=by_name")
        #expect(try query { $0.query("m", HTTPMethod.get) } == "m=GET")
        #expect(try query { $0.query(Only(userID: 3)) } == "userID=3")
        #expect(
            try query { $0.query(Search()) }.removingPercentEncoding
                == "text=a b&isExact=true&tags=x&tags=y&inRange[from]=1&inRange[to]=2&order=by_name"
                + "&since=1970-01-01T00:00:00Z&blob=/w==&share=0.5&count=3")
    }

    @Test("C16: what cannot be a query is an encoding error")
    func refusedC16() throws {
        for client in [try builder().query(5), try builder().query(["a": Double.nan])] {
            let error = #expect(throws: NetworkClientError.self) { try client.request() }
            #expect(error?.innermost(as: EncodingError.self) != nil)
        }
    }

    private static let date = Date(timeIntervalSince1970: 1.5)

    private struct Nested: Encodable {
        struct Inner: Encodable { var b = 1, c = "x\"y" }
        var a = Inner()
    }

    @Test(
        "C39: strategies of the query encoder",
        arguments: [
            ("u=1&u=2", .urlQuery(), ["u": [1, 2]]),
            ("u[]=1&u[]=2", .urlQuery(arrayEncodingStrategy: .brackets), ["u": [1, 2]]),
            ("u[0]=1&u[1]=2", .urlQuery(arrayEncodingStrategy: .indexed), ["u": [1, 2]]),
            ("u=1,2", .urlQuery(arrayEncodingStrategy: .commaSeparated), ["u": [1, 2]]),
            ("u[a]=1&u[b]=2", .urlQuery(arrayEncodingStrategy: .commaSeparated), ["u": [["a": 1], ["b": 2]]]),
            ("u[a][b]=1", .query, ["u": ["a": ["b": 1]]]),
            ("u[a]=1&u[b]=2&u[c]=3", .query, ["u": ["c": 3, "a": 1, "b": 2]]),
            ("u.a.b=1", .urlQuery(nestedEncodingStrategy: .point), ["u": ["a": ["b": 1]]]),
            ("u=1970-01-01T00:00:01Z", .query, ["u": date]),
            ("u=1.5", .urlQuery(dateEncodingStrategy: .secondsSince1970), ["u": date]),
            ("u=1500", .urlQuery(dateEncodingStrategy: .millisecondsSince1970), ["u": date]),
            ("u=then", .urlQuery(dateEncodingStrategy: .custom { _ in "then" }), ["u": date]),
            ("u=/w==", .query, ["u": Data([255])]),
            ("u=1", .urlQuery(dataEncodingStrategy: .custom { "\($0.count)" }), ["u": Data([255])]),
            ("user_id=1", .urlQuery(keyEncodingStrategy: .convertToSnakeCase), Only(userID: 1)),
            ("USERID=1", .urlQuery(keyEncodingStrategy: .custom { $0.uppercased() }), Only(userID: 1)),
            ("u=1&u=0", .urlQuery(boolEncodingStrategy: .numeric), ["u": [true, false]]),
            ("", .query, ["u": Int?.none]), ("u=", .urlQuery(nilEncodingStrategy: .empty), ["u": Int?.none]),
            ("u=null", .urlQuery(nilEncodingStrategy: .null), ["u": Int?.none]),
            ("u=18446744073709551615", .query, ["u": UInt64.max]),
            ("u=http://a.test/", .query, ["u": URL(string: "http://a.test/")]),
            ("u=12.30", .query, ["u": Decimal(string: "12.30").map { "\($0)0" }]),
        ] as [(String, URLQueryEncoder, any Encodable & Sendable)])
    func strategiesC39(expected: String, encoder: URLQueryEncoder, value: any Encodable & Sendable) throws {
        func client(_ value: some Encodable & Sendable) throws -> NetworkClient {
            try builder().query(value).queryEncoder(encoder)
        }
        #expect(try client(value).request().url?.query?.removingPercentEncoding ?? "" == expected)
    }

    private func items(_ value: some Encodable, _ change: (inout URLQueryEncoder) -> Void) throws -> [String] {
        var encoder = URLQueryEncoder()
        change(&encoder)
        return try encoder.encode(value).map { "\($0.name)=\($0.value ?? "")" }
    }

    @Test("arrays with a separator or with names of one's own")
    func arrays() throws {
        #expect(try items(["u": [1, 2]]) { $0.arrayEncodingStrategy = .separated(by: "|") } == ["u=1|2"])
        let custom = try items(["u": ["a", "b"]]) { $0.arrayEncodingStrategy = .custom { "\($0).\($1)" } }
        #expect(custom == ["u.0=a", "u.1=b"])
        let nested = try items(["u": [["a": 1]]]) { $0.arrayEncodingStrategy = .separated(by: "|") }
        #expect(nested == ["u[a]=1"])
    }

    @Test("nested values as JSON, their numbers and truth values unquoted")
    func nestedJSON() throws {
        let json = { (encoder: inout URLQueryEncoder) in encoder.nestedEncodingStrategy = .json }
        #expect(try items(["u": Nested()], json) == [#"u={"a":{"b":1,"c":"x\"y"}}"#])
        #expect(try items(["u": [["a": 1], ["a": 2]]], json) == [#"u={"a":1}"#, #"u={"a":2}"#])
        #expect(try items(["u": ["a": [true, nil]]], json) == [#"u={"a":[true,null]}"#])
        #expect(try items(["u": "x"], json) == ["u=x"])
    }

    @Test("dates as Date says itself, and as a formatter does")
    func dates() throws {
        let half = Date(timeIntervalSinceReferenceDate: 0.5)
        #expect(try items(["u": half]) { $0.dateEncodingStrategy = .deferredToDate } == ["u=0.5"])
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy"
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        #expect(try items(["u": half]) { $0.dateEncodingStrategy = .formatted(formatter) } == ["u=2001"])
    }

    @Test(
        "C39: names in snake case", arguments: [("myURLProperty", "my_url_property"), ("a_B", "a_b"), ("ABC", "abc")])
    func snakeCaseC39(name: String, expected: String) throws {
        let encoder = URLQueryEncoder.urlQuery(keyEncodingStrategy: .convertToSnakeCase)
        #expect(try encoder.encode(NamedParameters([name: 1])).map(\.name) == [expected])
    }

    @Test("Superclasses and nested containers find their place")
    func containers() throws {
        struct Odd: Encodable {
            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: NameKey.self)
                var list = outer.nestedUnkeyedContainer(forKey: NameKey(stringValue: "l"))
                try list.encode(1)
                var inner = list.nestedContainer(keyedBy: NameKey.self)
                try inner.encode("x", forKey: NameKey(stringValue: "i"))
                try list.encodeNil()
                var own = outer.superEncoder().singleValueContainer()
                try own.encode("s")
            }
        }
        let items = try URLQueryEncoder.urlQuery(nilEncodingStrategy: .empty).encode(Odd())
        #expect(items.map { "\($0.name)=\($0.value ?? "")" } == ["l=1", "l[i]=x", "l=", "super=s"])
    }
}

extension URLQueryEncoder {
    fileprivate static var query: URLQueryEncoder { URLQueryEncoder() }
}
