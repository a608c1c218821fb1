import Testing
import YAMLTree

@Suite("Over many texts and changes made by chance")
struct YAMLEditPropertyTests {
    @Test("a text says what it was written to say, and without a change it keeps its bytes", arguments: 0..<8)
    func reading(block: Int) throws {
        for seed in block * 100..<block * 100 + 100 {
            var random = RandomYAML(generator: SeededGenerator(seed: UInt64(seed)))
            let (text, value) = random.document()
            let document = try YAMLDocument(text: text)
            #expect(document.root.value == value, "seed \(seed):\n\(text)")
            #expect(document.text.utf8.elementsEqual(text.utf8))
        }
    }

    @Test("every node's range holds text that says the same", arguments: 0..<4)
    func ranges(block: Int) throws {
        for seed in block * 50..<block * 50 + 50 {
            var random = RandomYAML(generator: SeededGenerator(seed: UInt64(seed)))
            let text = random.document().text
            for (path, node) in try YAMLDocument(text: text).root.places(YAMLPath()) where node.isFlow || isInline(node)
            {
                let written = node.written(in: text)
                #expect(try YAMLDocument(text: written).root.value == node.value, "seed \(seed), \(path): \(written)")
            }
        }
    }

    private func isInline(_ node: YAMLNode) -> Bool {
        node.scalar.map { !$0.style.isBlock } ?? false
    }

    @Test("a change gives exactly the value intended, in the lines concerned alone", arguments: 0..<16)
    func editing(block: Int) throws {
        for seed in block * 100..<block * 100 + 100 {
            var random = RandomYAML(generator: SeededGenerator(seed: UInt64(seed)))
            var document = try YAMLDocument(text: random.document().text)
            for _ in 0..<4 {
                let edit = random.edit(document.root)
                let context: Comment = "seed \(seed), \(edit), in:\n\(document.text)"
                do {
                    let changed = try document.applying(edit)
                    #expect(changed.root.value == edit.applied(to: document.root.value), context)
                    expectMinimal(document, edit, changed, context)
                    document = changed
                } catch {
                    // A place that takes no item at all takes no copy either.
                    if let plain = edit.plainInsertion(in: document.root), (try? document.applying(plain)) == nil {
                        continue
                    }
                    Issue.record(error, context)
                }
            }
        }
    }

    /// Expects that few lines differ if the change names one scalar of one line.
    private func expectMinimal(_ before: YAMLDocument, _ edit: YAMLEdit, _ after: YAMLDocument, _ context: Comment) {
        guard case .setScalar(let path, let value) = edit, let node = before.root.node(at: path) else { return }
        let old = Self.lines(before.text)
        let new = Self.lines(after.text)
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        let changed = max(0, old.count - prefix - suffix)
        let lines = Self.lines(node.written(in: before.text)).count
        // Kept empty lines below a new block become part of it.
        let isKept = value == .string("x\n\n")
        #expect(changed <= lines || isKept, "\(changed) lines: \(context)")
        if let place = node.scalar.map({ _ in node.place.line }) { #expect(prefix >= place - 2, context) }
    }

    private static func lines(_ text: String) -> [ArraySlice<UInt8>] {
        Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    @Test("what is written is read as what was meant", arguments: 0..<4)
    func emitting(block: Int) throws {
        for seed in block * 100..<block * 100 + 100 {
            var random = RandomYAML(generator: SeededGenerator(seed: UInt64(seed)))
            let value = YAMLValue.sequence((0..<5).map { _ in random.value(depth: 4) })
            #expect(try YAMLDocument(text: value.emitted()).root.value == value, "seed \(seed):\n\(value.emitted())")
        }
    }
}
