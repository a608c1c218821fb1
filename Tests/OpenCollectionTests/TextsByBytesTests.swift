import Quoting
import Secrets
import TestSupport
import Testing
import YAMLTree

@testable import OpenCollection

@Suite("Texts of a collection by their bytes")
struct TextsByBytesTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}"]

    private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private func encoded(_ text: String) -> String {
        text.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16, uppercase: true) }.joined()
    }

    private func sample(_ url: String, encodes: Bool) -> Sample {
        var sample = Sample(url)
        sample.definition.settings.isPresent = true
        sample.definition.settings.encodesURL = encodes
        return sample
    }

    // MARK: URLs

    @Test(
        "a mark or a joiner behind a delimiter of a URL does not hide the delimiter", arguments: marks, [true, false])
    func url(mark: String, encodes: Bool) {
        let rendered = sample("http://h/a/\(mark)b?\(mark)x=\(mark)1&\(mark)y=2", encodes: encodes).rendered()
        let coded = encoded(mark)
        #expect(rendered.url == "http://h/a/\(coded)b?\(coded)x=\(coded)1&\(coded)y=2")
    }

    @Test("a letter that joins what follows hides no delimiter of a URL", arguments: [true, false])
    func prepending(encodes: Bool) {
        let rendered = sample("http://u\u{D4E}@h/a\u{D4E}/b?x\u{D4E}=1\u{D4E}&y=2", encodes: encodes).rendered()
        let coded = encoded("\u{D4E}")
        #expect(rendered.url == "http://h/a\(coded)/b?x\(coded)=1\(coded)&y=2")
        #expect(rendered.header("Authorization") != nil)
    }

    @Test("user and password are cut at the colon and the @, whatever stands behind them", arguments: marks)
    func userInformation(mark: String) {
        #expect(
            Array(SentURL(SecretText("http://u:\(mark)p@h/"), encodes: true).userInfo?.utf8 ?? "".utf8)
                == Array("u:\(mark)p".utf8))
        let secrets = Sample("http://u:\(mark)p@h/").rendered().secrets.named
        #expect(secrets.contains(NamedSecret(name: "password", value: "\(mark)p")))
        #expect(ServerOrigin("http://u@\(mark)x@h:80/a")?.text == "http://h")
    }

    @Test("a path parameter begins at its colon, also before a mark", arguments: marks)
    func pathParameters(mark: String) {
        let names = URLTemplate("http://h/:\(mark)a/Products(:id\(mark))", hashIsData: true).pathNames
        #expect(bytes(names) == bytes(["\(mark)a", mark == "\u{200D}" ? "id" : "id\(mark)"]))
        var sample = Sample("http://h/:\(mark)a")
        sample.definition.parameters = [pathRow("\(mark)a", "7")]
        #expect(sample.rendered().url == "http://h/7")
    }

    @Test("names that Unicode calls equivalent are two parameters", arguments: HostileWord.canonicalPairs)
    func parameters(_ one: String, _ other: String) {
        var definition = RequestDefinition()
        definition.url = "http://h/:\(one)/:\(other)?\(one)=1"
        definition.parameters = [query(other, "2"), pathRow(one, "a"), pathRow(other, "b")]
        #expect(definition.queryRows.map(\.status) == [.onlyInURL, .onlyInList])
        var sample = Sample()
        sample.definition = definition
        #expect(sample.rendered().url == "http://h/a/b?\(encoded(one))=1&\(encoded(other))=2")
    }

    @Test("a change of bytes alone reaches the URL and its rows", arguments: HostileWord.canonicalPairs)
    func editing(_ old: String, _ new: String) {
        var definition = sample("http://h/?a=\(old)", encodes: true).definition
        definition.parameters = [query("a", old)]
        var rows = definition.queryRows.map(\.field)
        rows[0].value = new
        let edited = definition.settingQueryRows(rows)
        #expect(edited.url.hasSameBytes(as: "http://h/?a=\(new)"))
        #expect(edited.parameters[0].field.value.hasSameBytes(as: new))
        let retyped = definition.settingURL("http://h/?a=\(new)")
        #expect(retyped.url.hasSameBytes(as: "http://h/?a=\(new)"))
        #expect(retyped.parameters[0].field.value.hasSameBytes(as: new))
    }

    // MARK: Paths, files and values

    @Test(
        "names that Unicode calls equivalent are two paths, two secrets and two keys",
        arguments: HostileWord.canonicalPairs)
    func equivalent(_ one: String, _ other: String) throws {
        #expect(Set([ItemPath(one), ItemPath(other)]).count == 2)
        #expect((ItemPath(one) < ItemPath(other)) != (ItemPath(other) < ItemPath(one)))
        #expect(!ItemPath("\(one)/a").isInside(ItemPath(other)))
        #expect([NamedSecret(name: "a", value: one), NamedSecret(name: "a", value: other)].unique.count == 2)
        #expect(ServerOrigin("http://\(one)/") != ServerOrigin("http://\(other)/"))
        let root = try YAMLDocument(text: "\(one): a\n\(other): b\n").root
        #expect(root[one]?.string == "a" && root[other]?.string == "b")
        #expect(YAMLPath([.key(one)]) != YAMLPath([.key(other)]) && YAMLValue.string(one) != .string(other))
    }

    @Test("a path ends in .yml and lies in a folder by its bytes")
    func paths() {
        #expect(ItemPath("a/\u{301}b.yml").isInside("a"))
        #expect(ItemPath("a\u{D4E}.yml").withoutSuffix.hasSameBytes(as: "a\u{D4E}"))
        #expect(ItemPath(environment: "a\u{D4E}").isEnvironment)
        #expect(FileName.problem(with: "-\u{301}a") != nil && FileName.problem(with: " \u{200D}a") != nil)
    }

    @Test("a value that begins with a mark is looked at", arguments: marks)
    func looseSecrets(mark: String) {
        #expect(FileFacts(text: "API_TOKEN=\(mark)s3cr3t-value-123\r\nB=1\r\n").secrets.map(\.place.line) == [1])
    }

    // MARK: Merging

    @Test(
        "a change of bytes alone is a change that is merged, and may be a conflict",
        arguments: HostileWord.canonicalPairs)
    func merging(_ old: String, _ new: String) throws {
        var base = RequestDefinition()
        base.url = "http://h/\(old)"
        base.headers = [Field("A", old)]
        base.body.kind = .text
        base.body.text = old
        var (mine, theirs) = (base, base)
        mine.url = "http://h/\(new)"
        mine.headers[0].value = new
        theirs.body.text = new
        let merged = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        #expect(merged.conflicts.isEmpty)
        let texts = [merged.value.url, merged.value.headers[0].value, merged.value.body.text]
        #expect(bytes(texts) == bytes(["http://h/\(new)", new, new]))
        mine.body.text = "x"
        #expect(ThreeWayMerge(base: base, mine: mine, theirs: theirs).conflicts.count == 1)
    }
}
