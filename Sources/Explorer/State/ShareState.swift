public import BodyStore
import Exchanges
public import Foundation
public import Interchange

/// Exchanges that are about to be given to others: what is masked in them, and how they begin, before anything leaves.
public struct ShareState: Sendable, Hashable {
    public var ids: [UUID]
    public var format = ShareFormat.har
    /// Nil until it is known.
    public internal(set) var prepared: PreparedShare?
    /// First line that is shown.
    public internal(set) var scroll = 0
    var finding = TextFinding()

    public init(ids: [UUID]) { self.ids = ids }
}

/// A package, in the forms that were looked at.
public struct PreparedShare: Sendable {
    /// "set outage, 3 exchanges", "POST /login: 500".
    public var title: String
    public var masked: [MaskedPlace]
    /// Names of secrets that are too short to be looked for.
    public var shortNames: [String]
    /// Without an ending.
    public var fileName: String
    public var contents: [ShareFormat: BodyStore]

    public init(
        title: String, masked: [MaskedPlace], shortNames: [String], fileName: String,
        contents: [ShareFormat: BodyStore]
    ) {
        self.title = title
        self.masked = masked
        self.shortNames = shortNames
        self.fileName = fileName
        self.contents = contents
    }
}

extension PreparedShare: Hashable {
    /// The texts are the same when they are the same bodies.
    public static func == (one: PreparedShare, other: PreparedShare) -> Bool {
        one.title == other.title && one.masked == other.masked && one.identities == other.identities
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(identities)
    }

    private var identities: [ShareFormat: ObjectIdentifier] { contents.mapValues { ObjectIdentifier($0) } }
}

/// What shall be done for sharing.
public enum ShareOrder: Sendable {
    /// Masks exchanges and writes them as an archive, the first form.
    ///
    /// - set: all exchanges of this set are meant; nil: those of `ids`. Where these are a set of their own, its name and note go along.
    case prepare(ids: [UUID], set: String?)
    /// Writes what was prepared last in another form.
    case write(ShareFormat)
    /// To a file, readable by its owner only; the path as it was typed.
    case save(BodyStore, path: String, replaces: Bool)
}

/// What came of it.
public enum ShareResult: Sendable {
    case prepared(PreparedShare)
    case written(ShareFormat, BodyStore)
    case saved(StatusMessage)
    /// A file is there already: nothing was written.
    case exists(String)
    /// Why nothing came of it.
    case failed(StatusMessage)
}
