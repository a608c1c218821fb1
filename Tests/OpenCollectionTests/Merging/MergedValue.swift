import YAMLTree

@testable import OpenCollection

/// A kind of file whose values are edited at random, merged, and written over another's text.
protocol MergedFile: Mergeable, Equatable {
    static var texts: [String] { get }
    static func read(_ text: String) throws -> Self
    /// Returns the text of the value when it is written over `text`.
    func saved(over text: String) throws -> String
    mutating func edit(_ random: inout RandomDefinition)
    /// Returns the value as it is read from a file that said `old`.
    func asSaved(over old: Self) -> Self
    /// Everything that the value says, without origins.
    var content: String { get throws }
}

extension MergedFile {
    func asSaved(over old: Self) -> Self { self }
}

extension RequestDefinition: MergedFile {
    static var texts: [String] { StyledFile.all.map(\.text) }
    static func read(_ text: String) throws -> RequestDefinition {
        try RequestFile.read(text: text, path: "f.yml").definition
    }
    func saved(over text: String) throws -> String { try RequestFile.read(text: text, path: "f.yml").saving(self) }
    mutating func edit(_ random: inout RandomDefinition) { random.edit(&self) }
    var content: String {
        var plain = self
        if case .unsupported(var details) = auth {
            details.members.entries.sort { $0.key < $1.key }
            plain.auth = .unsupported(details)
        }
        return RequestFile.newText(for: plain)
    }
}

extension FolderDefinition: MergedFile {
    static var texts: [String] { StyledDefaults.folders }
    static func read(_ text: String) throws -> FolderDefinition {
        try FolderFile.read(text: text, path: "folder.yml").definition
    }
    func saved(over text: String) throws -> String { try FolderFile.read(text: text, path: "folder.yml").saving(self) }
    mutating func edit(_ random: inout RandomDefinition) { random.edit(&self) }
    var content: String {
        var plain = self
        if case .unsupported(var details) = auth {
            details.members.entries.sort { $0.key < $1.key }
            plain.auth = .unsupported(details)
        }
        return FolderFile.newText(for: plain)
    }
}

extension EnvironmentDefinition: MergedFile {
    static var texts: [String] { StyledDefaults.environments }
    static func read(_ text: String) throws -> EnvironmentDefinition {
        try EnvironmentFile.read(text: text, name: "dev", path: "e.yml").definition
    }
    func saved(over text: String) throws -> String {
        try EnvironmentFile.read(text: text, name: "dev", path: "e.yml").saving(self)
    }
    mutating func edit(_ random: inout RandomDefinition) { random.edit(&self) }
    var content: String { EnvironmentFile.newText(for: self) }
}

/// `opencollection.yml`: two values in one file.
struct RootValue: MergedFile {
    var info: CollectionInfo
    var defaults: FolderDefinition

    static var texts: [String] { StyledDefaults.roots }

    static func merged(_ versions: Versions<RootValue>, _ merging: inout FieldMerging) -> RootValue {
        RootValue(
            info: CollectionInfo.merged(versions.info, &merging),
            defaults: FolderDefinition.merged(versions.defaults, &merging))
    }

    static func read(_ text: String) throws -> RootValue {
        let file = try CollectionRootFile.read(text: text, path: "opencollection.yml")
        return RootValue(info: file.info, defaults: file.defaults)
    }

    func saved(over text: String) throws -> String {
        try CollectionRootFile.read(text: text, path: "opencollection.yml").saving(info, defaults: defaults)
    }

    mutating func edit(_ random: inout RandomDefinition) { random.edit(&info, &defaults) }

    /// The value written over nothing, since the root has no text of its own yet.
    var content: String {
        get throws {
            var plain = self
            plain.info.extensions.entries.sort { $0.key < $1.key }
            return try plain.saved(over: "opencollection: 0\n")
        }
    }
}

/// A request's part of `microscope.yaml`.
extension RequestPolicies: MergedFile {
    static var texts: [String] { StyledDefaults.companions }
    static func read(_ text: String) throws -> RequestPolicies {
        try CompanionFile.read(text: text).requests["f.yml"] ?? RequestPolicies()
    }
    func saved(over text: String) throws -> String {
        try CompanionFile.read(text: text).saving(self, for: .request("f.yml")).text
    }
    mutating func edit(_ random: inout RandomDefinition) {
        for _ in 0...random.numbers.below(2) { random.edit(&self) }
    }
    var content: String { "\(self)" }
}
