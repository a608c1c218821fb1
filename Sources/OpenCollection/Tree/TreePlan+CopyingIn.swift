import YAMLTree

/// An item of another collection, as it comes into this one.
public struct IncomingItem: Sendable {
    /// The path in the other collection, also of an environment.
    public var path: ItemPath
    public var isFolder: Bool
    /// The texts of its files, by their paths there, folders as their `folder.yml`.
    public var texts: [(path: ItemPath, text: String)]
    /// The absolute path of its own file or directory; nil for a part of a collection in one file.
    public var place: String?
    /// The other files in its directory, which are not texts of a collection, by path.
    public var others: [ItemPath]
    /// Its policies in the other collection's `microscope.yaml`; nil if there are none.
    public var policies: String?

    public init(
        path: ItemPath, isFolder: Bool, texts: [(path: ItemPath, text: String)], place: String?,
        others: [ItemPath] = [], policies: String?
    ) {
        self.path = path
        self.isFolder = isFolder
        self.texts = texts
        self.place = place
        self.others = others
        self.policies = policies
    }
}

/// The places where files that requests name are looked for.
public struct IncomingFiles: Sendable {
    /// Whether the other collection has a file, and whether this one has.
    public var existsThere: @Sendable (String) -> Bool
    public var existsHere: @Sendable (String) -> Bool

    public init(existsThere: @escaping @Sendable (String) -> Bool, existsHere: @escaping @Sendable (String) -> Bool) {
        self.existsThere = existsThere
        self.existsHere = existsHere
    }
}

extension TreePlan {
    /// Copies items of another collection into a folder of this one, after its others; environments among the environments.
    ///
    /// - Parameters:
    ///   - bundle: this collection, when one file holds it, with that file's name.
    ///   - origin: root of the other collection.
    /// - Throws: ``TreeProblem`` when it cannot be done; then nothing has happened yet.
    public init(
        copying items: [IncomingItem], from origin: String, into folder: ItemPath, in contents: some TreeContents,
        bundle: (CollectionBundle, file: ItemPath)?, files: IncomingFiles
    ) throws(TreeProblem) {
        self.init(steps: [])
        incomingTexts = Dictionary(items.flatMap(\.texts).map { ($0.path, $0.text) }) { first, _ in first }
        try contents.checkFolder(folder)
        var arrivals: [Arrival] = []
        for item in items { arrivals.append(try Arrival(item, in: folder, of: contents, behind: arrivals)) }
        do throws(FileProblem) {
            if let bundle {
                try insert(arrivals, into: bundle.0, bundle.file)
            } else {
                for arrival in arrivals { add(arrival, contents) }
            }
            try addPolicies(of: arrivals, contents.companion)
        } catch {
            throw TreeProblem(error)
        }
        for arrival in arrivals where arrival.item.path.isEnvironment {
            steps.append(.copySecrets(environment: arrival.target.baseName, from: origin))
        }
        notes = arrivals.flatMap { $0.notes(files, contents) }
    }

    // MARK: - Into a directory

    private mutating func add(_ arrival: Arrival, _ contents: some TreeContents) {
        focus.append(arrival.target)
        let folder = ItemPath.environments
        if arrival.target.isEnvironment, !contents.exists(folder), !steps.contains(.makeDirectory(folder)) {
            steps.append(.makeDirectory(folder))
        }
        guard let place = arrival.item.place else { return create(arrival) }
        steps.append(.copyIn(place, to: arrival.target))
        for (path, old, new) in arrival.rewritten { steps.append(.rewrite(path, from: old, to: new)) }
    }

    /// Adds steps that create parts of a collection in one file; folders before what lies in them.
    private mutating func create(_ arrival: Arrival) {
        for (path, text) in arrival.texts {
            steps.append(
                path.lastName == "folder.yml" ? .createFolder(path.parent, text: text) : .create(path, text: text))
        }
    }

    // MARK: - Into one file

    private mutating func insert(
        _ arrivals: [Arrival], into bundle: CollectionBundle, _ file: ItemPath
    ) throws(FileProblem) {
        for arrival in arrivals {
            guard let other = arrival.item.others.first else { continue }
            throw FileProblem(path: other, message: "a collection in one file cannot contain it, so it would be lost")
        }
        let edits =
            arrivals.flatMap(\.folders).map { TreeEdit.createFolder($0.path, text: Self.named($0.text, $0.path)) }
            + arrivals.flatMap(\.items).map { TreeEdit.create($0.path, text: Self.named($0.text, $0.path)) }
        let edited = try BundleEditing(bundle, edits, path: file)
        focus = arrivals.map { edited.path($0.target) }
        steps.append(.rewrite(file, from: bundle.text, to: edited.text))
    }

    /// Returns the text with its file's name as its own, since parts of one file have no file names. What cannot be edited comes as it is.
    private static func named(_ text: String, _ path: ItemPath) -> String {
        guard !path.isEnvironment, var writing = try? FileWriting(text: text, path: path, keyOrder: .of(path)),
            writing.node(at: ["info", "name"]) == nil, writing.node(at: ["type"]) == nil
        else { return text }
        try? writing.apply([KeyEdit(place: ["info", "name"], value: .string(path.baseName))])
        return writing.text
    }

    // MARK: - microscope.yaml

    private mutating func addPolicies(of arrivals: [Arrival], _ companion: CompanionFile) throws(FileProblem) {
        var whole = companion
        for (arrival, target) in zip(arrivals, focus) {
            guard let policies = arrival.item.policies else { continue }
            let there = try CompanionFile.read(text: policies)
            let here = try there.following([PathChange(from: arrival.item.path, to: target)])
            whole = try whole.adding(policies: here.text)
        }
        if whole.text != companion.text {
            steps.append(.rewrite(CompanionFile.path, from: companion.text, to: whole.text))
        }
    }
}

/// An item with the place that it gets.
private struct Arrival {
    let item: IncomingItem
    let target: ItemPath
    /// The texts by their new paths, with their new places among their neighbours.
    let texts: [(path: ItemPath, text: String)]

    init(
        _ item: IncomingItem, in folder: ItemPath, of contents: some TreeContents, behind others: [Arrival]
    ) throws(TreeProblem) {
        let folder = item.path.isEnvironment ? ItemPath.environments : folder
        let target = folder.appending(item.path.lastName)
        guard item.path != .root else { throw TreeProblem("a collection cannot be moved into another one") }
        try contents.check(target.lastName, in: folder)
        guard !others.contains(where: { $0.target.text.isSame(as: target.text) }) else {
            throw TreeProblem("two of them are called \(target.lastName); rename one first")
        }
        (self.item, self.target) = (item, target)
        let head = item.isFolder ? item.path.folderFile : item.path
        let number = contents.count(in: folder) + others.count { $0.target.parent == folder } + 1
        let change = PathChange(from: item.path, to: target)
        texts = item.texts.map { path, text in
            let isPlaced = path == head && !target.isEnvironment
            return (path.after([change]), isPlaced ? Self.placed(text, path, number) : text)
        }
    }

    /// Folders that are where their names put them stay so; what cannot be edited comes as it is.
    private static func placed(_ text: String, _ path: ItemPath, _ number: Int) -> String {
        guard var writing = try? FileWriting(text: text, path: path, keyOrder: .of(path)) else { return text }
        let isOptional = path.lastName == "folder.yml" || writing.node(at: ["info"]) == nil
        try? writing.apply([.sequence(number, isOnlyIfThere: isOptional)])
        return writing.text
    }

    /// All folders that it consists of, outer before inner; those without a file begin one.
    var folders: [(path: ItemPath, text: String)] {
        let all = Set(texts.flatMap(\.path.ancestors).filter { $0.isInside(target) } + (item.isFolder ? [target] : []))
        return all.sorted().map { folder in
            let said = texts.first { $0.path == folder.folderFile }?.text
            return (folder, said ?? FolderFile.newText(for: .fresh(named: folder.baseName)))
        }
    }

    /// The items that are not folders.
    var items: [(path: ItemPath, text: String)] { texts.filter { $0.path.lastName != "folder.yml" } }

    /// The texts that differ from those of the other collection.
    var rewritten: [(path: ItemPath, old: String, new: String)] {
        zip(item.texts, texts).compactMap { old, new in
            old.text == new.text ? nil : (new.path, old.text, new.text)
        }
    }

    // MARK: - What the user should know

    func notes(_ files: IncomingFiles, _ contents: some TreeContents) -> [String] {
        let read = texts.compactMap { path, text in
            (try? YAMLDocument(text: text)).map { CheckedFile(path: path, document: $0) }
        }
        let missing = FilePathCheck(read) { files.existsHere($0) || !files.existsThere($0) }.problems()
        return missing.map { "\($0.path):\($0.line): \($0.message) in this collection" }
            + read.flatMap { file in
                FileFacts(text: file.document.text).secrets.map { "\(file.path):\($0.place.line): \($0.text)" }
            } + read.compactMap { file in note(on: file, contents) }
    }

    /// Returns a note if an environment extends one that was not copied.
    private func note(on file: CheckedFile, _ contents: some TreeContents) -> String? {
        guard target.isEnvironment, let outer = file.root["extends"]?.string,
            !contents.environments.contains(where: { $0.name == outer })
        else { return nil }
        return "\(file.path) extends \(outer), which is not in this collection"
    }
}
