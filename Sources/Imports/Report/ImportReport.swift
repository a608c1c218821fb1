/// The report of an import: the contents of the sources, the contents of the result, and every difference.
public struct ImportReport: Sendable, Hashable {
    /// Equal remarks, counted.
    public struct Remark: Sendable, Hashable {
        public var severity: ImportNote.Severity
        public var text: String
        /// The places of the remark, such as "api.json:/item/0", in the order of the source.
        public var places: [String]
        /// The differences of all places together.
        public var differences: ImportCounts
    }

    /// The kinds that were counted in all sources, in the order of a report.
    public var kinds: [ImportKind]
    public var inSource: ImportCounts
    public var made: ImportCounts
    /// The remarks, the gravest first, else in the order of the source.
    public var remarks: [Remark]
    public var undefinedNames: [UndefinedName]

    /// - Parameter skipped: files that were not asked for by name and cannot be read.
    public init(_ collections: [ImportedCollection], skipped: [ImportProblem] = []) {
        kinds = ImportKind.allCases.filter { kind in collections.allSatisfy { $0.countedKinds.contains(kind) } }
        inSource = collections.reduce(into: ImportCounts()) { $0 += $1.sourceCounts }
        made = collections.reduce(into: ImportCounts()) { $0 += ImportCounts(of: $1) }
        remarks = Self.remarks(
            collections.flatMap { collection in collection.notes.map { (collection.source, $0) } }
                + skipped.map {
                    ($0.source, ImportNote(.warning, ImportOrigin($0.place), "it is left out: \($0.message)"))
                })
        undefinedNames = collections.filter { !$0.format.isLoose }.undefinedNames
        for kind in kinds where unexplained(kind) != 0 {
            let text = "\(kind.title): \(inSource[kind]) in the source, \(made[kind]) made, and no remark says why"
            remarks.insert(Remark(severity: .error, text: text, places: [], differences: [:]), at: 0)
        }
    }

    /// Whether nothing is missing.
    public var isComplete: Bool { !remarks.contains { $0.severity == .error } }

    /// Returns how many parts of a kind the result has more than the source, beyond those that remarks explain.
    private func unexplained(_ kind: ImportKind) -> Int {
        made[kind] - inSource[kind] - remarks.reduce(0) { $0 + $1.differences[kind] }
    }

    private static func remarks(_ notes: [(source: String, note: ImportNote)]) -> [Remark] {
        struct Key: Hashable {
            var severity: ImportNote.Severity
            var text: String
        }
        var order: [Key] = []
        var remarks: [Key: Remark] = [:]
        for (source, note) in notes {
            let key = Key(severity: note.severity, text: note.text)
            if remarks[key] == nil { order.append(key) }
            let place = note.origin == .whole ? source : "\(source):\(note.origin)"
            remarks[key, default: Remark(severity: note.severity, text: note.text, places: [], differences: [:])]
                .places.append(place)
            remarks[key]?.differences += note.differences
        }
        return ImportNote.Severity.allCases.reversed().flatMap { severity in
            order.filter { $0.severity == severity }.compactMap { remarks[$0] }
        }
    }
}
