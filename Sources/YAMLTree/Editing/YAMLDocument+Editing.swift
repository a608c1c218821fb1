extension YAMLDocument {
    /// Returns the document with one change made; every byte that the change does not concern is as it was.
    ///
    /// The new text is read again and must say exactly what was intended and nothing else; a change that already holds
    /// returns the same text.
    ///
    /// - Throws: ``YAMLEditError``; then nothing has changed.
    public func applying(_ edit: YAMLEdit) throws(YAMLEditError) -> YAMLDocument {
        if let readOnlyReason { throw YAMLEditError(.readOnly, edit.path, readOnlyReason) }
        let intended = try root.intended(after: edit)
        if edit.mayAlreadyHold, intended.saysTheSame(as: root) { return self }
        if let written = try written(edit, saying: intended) { return written }
        if let plain = edit.withoutStyle(in: root), let written = try written(plain, saying: intended) {
            return written
        }
        throw YAMLEditError(.unwritable, edit.path, "the change cannot be written without changing something else")
    }

    /// Returns the edited document; nil if its text would not mean what was intended.
    private func written(_ edit: YAMLEdit, saying intended: YAMLNode) throws(YAMLEditError) -> YAMLDocument? {
        let source = SourceText(text)
        let splices = try TreeEditor(source: source, root: root).splices(edit)
        guard let bytes = source.applying(splices), let written = try? YAMLDocument(bytes: bytes), written.isEditable,
            written.root.saysTheSame(as: intended)
        else { return nil }
        return written
    }

    /// Returns the document with all changes made in order. Each path means the state after the change before it.
    ///
    /// - Throws: ``YAMLEditError`` of the first change that cannot be made; then none is made.
    public func applying(_ edits: [YAMLEdit]) throws(YAMLEditError) -> YAMLDocument {
        var document = self
        for edit in edits { document = try document.applying(edit) }
        return document
    }
}

extension YAMLEdit {
    /// Moving one of two equal items still moves its comments.
    fileprivate var mayAlreadyHold: Bool {
        if case .moveItem(_, let from, let to) = self { from == to } else { true }
    }

    /// The path that the edit names.
    public var path: YAMLPath {
        switch self {
        case .setScalar(let path, _), .setValue(let path, _), .setKey(let path, _, _, _), .removeKey(let path),
            .removeItem(let path), .insertItem(let path, _, _), .moveItem(let path, _, _), .renameKey(let path, _),
            .copyItem(_, let path, _):
            path
        }
    }

    /// Returns the change by its value alone, for text that would mean something else in another place; nil where there is none.
    fileprivate func withoutStyle(in root: YAMLNode) -> YAMLEdit? {
        guard case .copyItem(let item, let path, let index) = self, let node = root.node(at: item) else { return nil }
        return .insertItem(inSequence: path, at: index, node.value)
    }
}
