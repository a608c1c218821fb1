public import OpenCollection

/// A save to be done: the content, as edits of the base text.
public struct SaveOrder: Sendable {
    public var path: ItemPath
    public var base: FormFile
    public var content: FormContent
    /// The text that the file must still hold.
    public var expectedText: String
    /// The policies read from `microscope.yaml`, if they change too; nil: they stay.
    public var formerPolicies: RequestPolicies?
    /// Names under which no literal is a secret, as `microscope.yaml` says.
    public var publicNames: Set<String> = []
    /// Whether there is no file yet: then none is written over.
    public var isNew = false

    package init(
        path: ItemPath, base: FormFile, content: FormContent, expectedText: String,
        formerPolicies: RequestPolicies? = nil, publicNames: Set<String> = [], isNew: Bool = false
    ) {
        (self.path, self.base, self.content, self.expectedText) = (path, base, content, expectedText)
        (self.formerPolicies, self.publicNames, self.isNew) = (formerPolicies, publicNames, isNew)
    }
}

/// A draft as the journal keeps it: what a save would write, and what the file held.
public struct JournalEntry: Sendable, Hashable {
    public var path: ItemPath
    public var base: FormFile
    public var content: FormContent
    public var diskText: String

    package init(path: ItemPath, base: FormFile, content: FormContent, diskText: String) {
        (self.path, self.base, self.content, self.diskText) = (path, base, content, diskText)
    }
}

/// The outcome of a save.
public enum SaveResult: Sendable {
    case written(SavedFile)
    /// The file holds something else than when it was read; nothing was written.
    case changedMeanwhile(onDisk: FormFile)
    /// The file is no longer there; nothing was written.
    case gone
    case failed(String)
}

/// A file that was saved.
public struct SavedFile: Sendable {
    /// The file as it is now on disk.
    public var file: FormFile
    /// `microscope.yaml` as it now is; nil when nothing of it was to change, or it could not be written.
    public var companion: CompanionFile?
    /// Why the entry in `microscope.yaml` could not be saved, though the file was; nil when it was, or did not change.
    public var policyProblem: String?
    /// Literals that look like secrets and were not in the file before.
    public var newSecrets: [FoundSecret] = []
    /// The whole collection after a save that changed paths, in a collection in one file, where paths follow from names; nil if none changed.
    public var renamed: Renaming?

    /// Items that have another path now.
    public struct Renaming: Sendable {
        public var changes: [PathChange]
        public var collection: Collection

        public init(_ changes: [PathChange], in collection: Collection) {
            self.changes = changes
            self.collection = collection
        }
    }

    public init(
        _ file: FormFile, companion: CompanionFile? = nil, policyProblem: String? = nil, renamed: Renaming? = nil
    ) {
        self.file = file
        self.companion = companion
        self.policyProblem = policyProblem
        self.renamed = renamed
    }
}

/// A draft found in the journal.
public struct RestoredDraft: Sendable, Hashable {
    public var path: ItemPath
    public var file: FormFile
    public var policies: RequestPolicies
    /// The text of the file when the draft was made.
    public var diskText: String

    package init(path: ItemPath, file: FormFile, policies: RequestPolicies, diskText: String) {
        (self.path, self.file, self.policies, self.diskText) = (path, file, policies, diskText)
    }
}

// Literal secrets that a save puts into a file are reported, never asked about: the file is written as it was typed.

extension SavedFile {
    /// Notes which literals that look like secrets the file did not hold before. Reads both texts, which may be long: off the loop's thread.
    public mutating func noteSecrets(of order: SaveOrder) {
        let facts = FileFacts(text: file.text, publicNames: order.publicNames)
        guard !facts.secrets.isEmpty else { return }
        newSecrets = facts.secretsMissing(in: FileFacts(text: order.expectedText, publicNames: order.publicNames))
    }
}
