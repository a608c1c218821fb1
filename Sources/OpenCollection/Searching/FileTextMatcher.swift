/// A text that is looked for in the files of a collection, whether it is written in capitals or not.
public struct FileTextMatcher: Sendable, Hashable {
    /// The length from which on files are searched, in characters: a shorter text is in nearly every file.
    public static let shortest = 3

    public let text: String
    private let needle: [UInt8]
    private let isASCII: Bool

    /// - Returns: the text, or nil if it is too short, spaces around it not counted.
    public init?(_ text: String) {
        let trimmed = text.trimmingWhitespace()
        guard trimmed.count >= Self.shortest else { return nil }
        self.text = trimmed
        needle = Array(trimmed.lowercased().utf8)
        isASCII = needle.allSatisfy { $0 < 0x80 }
    }

    /// Returns whether the content of a file has the text. It is searched as it is written: an escape of YAML is not undone.
    package func isIn(_ content: ArraySlice<UInt8>) -> Bool {
        guard isASCII else { return isIn(String(decoding: content, as: UTF8.self)) }
        return content.withUnsafeBufferPointer { bytes in
            guard let first = needle.first, bytes.count >= needle.count else { return false }
            let (other, last) = (first.uppercasedASCII, bytes.count - needle.count)
            var start = 0
            while start <= last {
                let byte = bytes[start]
                if byte == first || byte == other, isThere(start, in: bytes) { return true }
                start += 1
            }
            return false
        }
    }

    private func isThere(_ start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for place in 1..<needle.count {
            let byte = bytes[start + place]
            guard byte == needle[place] || byte == needle[place].uppercasedASCII else { return false }
        }
        return true
    }

    public func isIn(_ text: String) -> Bool { text.lowercased().contains(self.text.lowercased()) }

    /// Returns whether a line that has this text has the other one as well.
    public func narrows(_ other: FileTextMatcher) -> Bool { other.isIn(text) }
}

extension UInt8 {
    fileprivate var uppercasedASCII: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}

/// A search for a text in a collection.
public struct CollectionSearch: Sendable {
    /// The most lines that a search finds.
    public static let limit = 300

    public let matcher: FileTextMatcher
    private let scope: Scope
    /// The unsaved content of items with changes, searched instead of their files.
    package let drafts: [ItemPath: FormContent]

    public init(_ matcher: FileTextMatcher, in scope: Scope, drafts: [ItemPath: FormContent] = [:]) {
        (self.matcher, self.scope, self.drafts) = (matcher, scope, drafts)
    }

    public enum Scope: Sendable {
        /// Its requests, folders, environments and the collection itself. Listing them takes a while for a large one, so the search does it, not the
        /// key that starts it.
        case all(Collection)
        case items([ItemPath])
    }

    /// The items to search, in the order in which they are listed.
    package var paths: [ItemPath] {
        switch scope {
        case .all(let collection): collection.editedPaths
        case .items(let paths): paths
        }
    }
}

/// A line of a file that has the text which was looked for.
public struct FoundText: Sendable, Hashable {
    /// The request, folder, environment or collection.
    public let path: ItemPath
    /// The part of the item; nil if the part cannot be searched alone: a script, an assertion, a tag.
    public let part: TextReplacement.Part?
    /// The line, without spaces at both ends: "Accept: text/plain" of a header, `limit = 20` of a variable.
    public let line: String
    /// The number among those of the same item, from 0: lines can be the same.
    public let number: Int
}

extension FileTextMatcher {
    /// The most lines that are listed of one item.
    public static let linesPerItem = 5
    /// The most characters that are kept of a line.
    static let lineLength = 400

    /// Finds the lines of an item that have the text.
    ///
    /// - Parameters:
    ///   - content: The content of the item.
    ///   - file: the text of its file, which has more than the parts; empty: only the parts are searched.
    package func lines(of content: FormContent, file: String = "", at path: ItemPath) -> [FoundText] {
        var lines: [(part: TextReplacement.Part?, line: String)] = []
        for part in TextReplacement.Part.allCases {
            lines += content.lines(of: part).filter(isIn).map { (part, shortened($0)) }
        }
        if lines.isEmpty { lines = otherLines(of: file).map { (nil, shortened($0)) } }
        return lines.prefix(Self.linesPerItem).enumerated().map {
            FoundText(path: path, part: $1.part, line: $1.line, number: $0)
        }
    }

    /// Returns the lines of the file, without those that the list of requests finds by itself: names, URLs, methods.
    private func otherLines(of file: String) -> [String] {
        file.split(whereSeparator: \.isNewline).map { String($0).trimmingWhitespace() }
            .filter { line in isIn(line) && !["name:", "url:", "method:", "type:"].contains(where: line.hasPrefix) }
    }

    /// The line, or the part of a long one around the text.
    private func shortened(_ line: String) -> String {
        let line = line.trimmingWhitespace()
        guard line.count > Self.lineLength, let place = line.lowercased().range(of: text.lowercased()) else {
            return line
        }
        let before = line.lowercased()[..<place.lowerBound].count
        return String(line.dropFirst(max(0, before - 40)).prefix(Self.lineLength))
    }
}
