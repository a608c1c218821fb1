import OpenCollection

// The file behind a row of the tree, in a person's own editor. What was written there is read as any change on disk is.

extension ExplorerState {
    mutating func editFile() -> [Effect] {
        fileAtTreeCursor.map { path in [effect(.editor, telling: { .editFile(path, $0) })] } ?? []
    }

    /// The file of a row that cannot be read is that of its path, whatever it is called.
    private var fileAtTreeCursor: ItemPath? {
        guard let row = rowAtTreeCursor, row.path != .environments else { return nil }
        if case .broken = row.item?.kind { return row.path }
        return row.path.editedFile
    }

    var reasonNotToEditFile: String? {
        guard current.exists else { return Self.noCollection }
        guard let row = rowAtTreeCursor else { return Self.nothingUnderCursor }
        guard let file = fileAtTreeCursor else { return Self.isListOfEnvironments }
        guard sessions[row.path]?.draft.hasFile != false else {
            return said("\(file.lastName) is not there yet: {edit} edits its form, {save} makes it.")
        }
        return nil
    }
}
