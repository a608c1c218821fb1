import BodyStore
import Testing

@testable import BodyView

@Suite struct JSONPlacesTests {
    private func read<Result>(_ text: String, _ body: (JSONPlaces) -> Result) -> Result? {
        BodyStore(Array(text.utf8)).withJSONPlaces { $0.map(body) }
    }

    @Test(
        "only a body that is JSON throughout has places",
        arguments: [("{}", true), (" 1 ", true), ("{} x", false), ("", false), ("[1", false)])
    func whole(_ text: String, _ isJSON: Bool) { #expect((read(text) { _ in 0 } != nil) == isJSON) }

    @Test("a growing body has none")
    func growing() throws {
        let store = BodyStore()
        try [UInt8]("{}".utf8).withUnsafeBytes { try store.append($0) }
        #expect(store.withJSONPlaces { $0 == nil })
    }

    @Test("members are found behind others of any kind, of equal names the last")
    func members() {
        let text = #"\#u{FEFF} { "a" : "}\"]" , "b":[1,{"c":2},"x"],"a":{"d":null}, "\u0065":true } "#
        let found = read(text) { places in
            let list = places.member("b", of: places.root)
            return [
                places.member("a", of: places.root).map { places.length(at: $0) } ?? -1,
                list.map { places.count(of: $0) } ?? -1,
                list.flatMap { places.element(1, of: $0) }.flatMap { places.member("c", of: $0) }.map {
                    places.length(at: $0)
                } ?? -1,
                list.flatMap { places.element(3, of: $0) } ?? -1,
                places.member("e", of: places.root) == nil ? -1 : 0,
                places.member("x", of: places.root) ?? -1,
            ]
        }
        #expect(found == [10, 3, 1, -1, 0, -1])
    }

    @Test("scalars are read with their escapes undone, numbers as written")
    func scalars() {
        let tokens = read(#"["a\nb", 1.50, true, null, {}, "", -0]"#) { places in
            var tokens: [JSONToken?] = []
            places.forEachElement(of: places.root) {
                tokens.append(places.scalar(at: $0))
                return tokens.count < 7
            }
            return tokens
        }
        #expect(tokens == [.string("a\nb"), .number("1.50"), .bool(true), .null, nil, .string(""), .number("-0")])
    }

    @Test("empty containers and scalars hold nothing", arguments: ["{}", "[ ]", "1", "\"[1]\""])
    func empty(_ text: String) {
        #expect(read(text) { $0.count(of: $0.root) } == 0)
        #expect(read(text) { $0.member("a", of: $0.root) } == .some(nil))
    }
}
