/// The files of a collection in which a text is replaced, as they are then. Nothing is written.
public struct CollectionReplacement: Sendable, Hashable {
    /// The files that change, in the order of the tree, environments last.
    public private(set) var files: [RewrittenFile] = []
    /// The number of occurrences in each part of each of these files.
    public private(set) var counts: [ItemPath: [TextReplacement.Part: Int]] = [:]
    /// Files that have the text and cannot be written, each with the reason.
    public private(set) var problems: [FileProblem] = []

    /// - Parameters:
    ///   - selection: The requests and folders that are searched. Empty: everything, also the collection itself and its environments.
    ///   - text: The text of a file; nil if there is none.
    /// - Throws: ``FileProblem`` if a file cannot be read.
    public init(
        _ replacement: TextReplacement, in collection: Collection, selection: [ItemPath] = [],
        text: (ItemPath) throws(FileProblem) -> String?
    ) throws(FileProblem) {
        for path in collection.editedPaths where selection.isEmpty || selection.contains(where: path.isInside) {
            guard let text = try text(path.editedFile) else { continue }
            take(try FormFile.read(text: text, at: path), at: path, replacement)
        }
    }

    private mutating func take(_ file: FormFile, at path: ItemPath, _ replacement: TextReplacement) {
        var content = file.content()
        let found = content.apply(replacement)
        guard !found.isEmpty else { return }
        do throws(FileProblem) {
            let new = try file.saving(content)
            guard new != file.text else { return }
            files.append(RewrittenFile(path: path.editedFile, old: file.text, new: new))
            counts[path.editedFile] = found
        } catch {
            problems.append(error)
        }
    }

    /// The number of occurrences in all files.
    public var count: Int { counts.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

    /// "5 occurrences in 3 files are replaced."
    ///
    /// - Parameter isPlanned: Whether nothing is written yet.
    public func summary(isPlanned: Bool) -> String {
        guard count > 0 else { return "The text was not found in these parts." }
        func words(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let verb = isPlanned ? "would be" : count == 1 ? "is" : "are"
        return "\(words(count, "occurrence")) in \(words(files.count, "file")) \(verb) replaced."
    }
}
