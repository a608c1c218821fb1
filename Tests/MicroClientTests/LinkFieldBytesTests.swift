import MicroClient
import Testing

@Suite struct LinkFieldBytesTests {
    @Test(
        "a mark or a joiner behind a delimiter of a link does not hide the delimiter",
        arguments: ["\u{301}", "\u{200D}"])
    func marks(mark: String) {
        let links = LinkField.links(
            in: "<\(mark)https://h/?a=1>; title=\"\(mark)x\"; rel=\"next\", <https://h/>; title=\(mark)y; rel=last")
        #expect(links.map(\.relation) == ["next", "last"])
        #expect(links.first.map { Array($0.url.utf8) } == Array("\(mark)https://h/?a=1".utf8))
    }
}
