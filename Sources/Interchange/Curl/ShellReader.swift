import Quoting

/// Reads commands as a POSIX shell, or bash, would. Nothing is run: a variable that the script does not set is one of the process environment, and
/// a command in the place of a value stays as it is written.
struct ShellReader {
    private(set) var commands: [ShellCommand] = []
    /// The index of the first scalar that was not read.
    private(set) var position: Int

    private let text: [Unicode.Scalar]
    /// Whether a `)` ends what is read.
    private let isNested: Bool
    private let depth: Int
    /// The values of the script's variables.
    private var values: [String: String]

    private var command = ShellCommand()
    private var number = 0
    private var word: String?
    /// Whether a part of the word is quoted, so that a here-document after it is literal.
    private var isWordQuoted = false
    /// Whether the word is known only when the script runs.
    private var isWordUnknown = false
    /// The use of the next word.
    private var target = Target.argument
    private var documents: [Document] = []
    private var openGroups = 0

    private enum Target {
        case argument, nothing, inputFile, hereString
        case document(stripsTabs: Bool)
    }

    private struct Document {
        var delimiter: String
        var isLiteral: Bool
        var stripsTabs: Bool
        var command: Int
    }

    init(_ text: [Unicode.Scalar]) {
        self.init(text, from: 0, values: [:], isNested: false, depth: 0)
    }

    private init(_ text: [Unicode.Scalar], from start: Int, values: [String: String], isNested: Bool, depth: Int) {
        (self.text, position, self.values, self.isNested, self.depth) = (text, start, values, isNested, depth)
    }

    /// - Throws: when a quote is open at the end.
    mutating func readAll() throws(SharingRefusal) {
        while let next = scalar {
            if isNested, next == ")", openGroups == 0 { break }
            position += 1
            try readPiece(next)
        }
        endCommand()
        if isNested { try pass(")", of: "$(") }
    }

    private var scalar: Unicode.Scalar? { position < text.count ? text[position] : nil }
    private func scalar(ahead count: Int) -> Unicode.Scalar? {
        position + count < text.count ? text[position + count] : nil
    }

    private mutating func pass(_ end: Unicode.Scalar, of opening: String) throws(SharingRefusal) {
        guard scalar == end else { throw Self.open(opening) }
        position += 1
    }

    /// - Returns: whether the next scalar is this one; it is passed then.
    private mutating func passes(_ wanted: Unicode.Scalar) -> Bool {
        guard scalar == wanted else { return false }
        position += 1
        return true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if word == nil { word = "" }
        word?.unicodeScalars.append(scalar)
    }

    private static func open(_ quote: String) -> SharingRefusal {
        SharingRefusal("The command ends within a text that \(quote) begins.")
    }

    // MARK: Words and commands

    private mutating func endWord() {
        guard let word else { return }
        switch target {
        case .argument: take(word)
        case .nothing: break
        case .inputFile: command.input = .file(word)
        case .hereString: command.input = .text(word + "\n")
        case .document(let stripsTabs):
            command.input = .text("")
            documents.append(
                Document(delimiter: word, isLiteral: isWordQuoted, stripsTabs: stripsTabs, command: number))
        }
        (self.word, isWordQuoted, isWordUnknown, target) = (nil, false, false, .argument)
    }

    private mutating func take(_ word: String) {
        guard command.words.isEmpty, let assignment = assignment(word) else { return command.words.append(word) }
        command.assignments.append(assignment)
    }

    private func assignment(_ word: String) -> ShellCommand.Assignment? {
        guard let sign = word.unicodeScalars.firstIndex(of: "=") else { return nil }
        let name = String(word.unicodeScalars[..<sign])
        guard ShellReader.isName(name) else { return nil }
        return .init(name: name, value: isWordUnknown ? nil : String(word.unicodeScalars[sign...].dropFirst()))
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy(ShellQuoting.isNameByte)
    }

    private mutating func endCommand(isPipe: Bool = false) {
        endWord()
        target = .argument
        if !command.isEmpty {
            command.number = number
            remember()
            commands.append(command)
            number += 1
            command = ShellCommand()
        }
        command.isPiped = isPipe
    }

    /// Assignments before a command are for that command alone.
    private mutating func remember() {
        let declares = ["export", "local", "readonly", "declare"].contains(command.words.first)
        let declared = declares ? command.words.dropFirst().compactMap { assignment($0) } : []
        guard declares || command.words.isEmpty else { return }
        for assignment in command.assignments + declared { values[assignment.name] = assignment.value }
    }

    // MARK: Pieces

    private mutating func readPiece(_ next: Unicode.Scalar) throws(SharingRefusal) {
        switch next {
        case " ", "\t", "\r": endWord()
        case "\n": try endLine()
        case ";": endCommand()
        case "|":
            if passes("|") { return endCommand() }
            _ = passes("&")
            endCommand(isPipe: true)
        case "&": readAmpersand()
        case ">": readOutput()
        case "<": try readInput()
        case "(" where word == nil, ")" where word == nil || openGroups > 0: readGroup(next)
        case "(" where word?.utf8.last == UInt8(ascii: "="): try readArray()
        case "#" where word == nil: while let next = scalar, next != "\n" { position += 1 }
        case "~" where word == nil && (scalar == "/" || scalar?.properties.isWhitespace != false):
            addVariable("HOME", isQuoted: true)
        default: try readWordPiece(next)
        }
    }

    private mutating func readWordPiece(_ next: Unicode.Scalar) throws(SharingRefusal) {
        switch next {
        case "\\": readEscape()
        case "'": try readSingleQuoted()
        case "\"": try readDoubleQuoted()
        case "$": try readDollar(isQuoted: false)
        case "`": try readBackquoted()
        default: append(next)
        }
    }

    private mutating func readAmpersand() {
        if passes(">") {
            endWord()
            _ = passes(">")
            target = .nothing
        } else {
            _ = passes("&")
            endCommand()
        }
    }

    /// Reads a redirection of output, which is ignored. Digits before the sign are the number of a descriptor.
    private mutating func readOutput() {
        if word?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) == true, !isWordQuoted { word = nil }
        endWord()
        _ = passes(">") || passes("|") || passes("&")
        target = .nothing
    }

    private mutating func readInput() throws(SharingRefusal) {
        if word == "0" { word = nil }
        if scalar == "(" { return try readSubstitution("<") }
        endWord()
        guard passes("<") else {
            target = passes("&") ? .nothing : .inputFile
            return
        }
        target = passes("<") ? .hereString : .document(stripsTabs: passes("-"))
    }

    private mutating func readGroup(_ sign: Unicode.Scalar) {
        endCommand()
        openGroups = max(0, openGroups + (sign == "(" ? 1 : -1))
    }

    /// `NAME=(a b)`
    private mutating func readArray() throws(SharingRefusal) {
        let start = position - 1
        var inner = try nested(from: position)
        try inner.readAll()
        position = inner.position
        keep(from: start)
    }

    private mutating func readEscape() {
        guard let next = scalar else { return append("\\") }
        position += 1
        isWordQuoted = true
        if next == "\r", scalar == "\n" {
            position += 1
        } else if next != "\n" {
            append(next)
        }
    }

    private mutating func beginQuoted() { (word, isWordQuoted) = (word ?? "", true) }

    private mutating func readSingleQuoted() throws(SharingRefusal) {
        beginQuoted()
        while let next = scalar {
            position += 1
            if next == "'" { return }
            append(next)
        }
        throw Self.open("'")
    }

    private mutating func readDoubleQuoted() throws(SharingRefusal) {
        beginQuoted()
        while let next = scalar {
            position += 1
            if next == "\"" { return }
            if next == "\\", scalar == nil { break }
            try readExpanded(next, escaped: "$`\"\\\n")
        }
        throw Self.open("\"")
    }

    /// Reads a piece between double quotes, or of a here-document.
    private mutating func readExpanded(_ next: Unicode.Scalar, escaped: String) throws(SharingRefusal) {
        switch next {
        case "\\":
            guard let mark = scalar else { return append("\\") }
            position += 1
            if !escaped.unicodeScalars.contains(mark) { append("\\") }
            if mark != "\n" { append(mark) }
        case "$": try readDollar(isQuoted: true)
        case "`": try readBackquoted()
        default: append(next)
        }
    }

    // MARK: Here-documents

    private mutating func endLine() throws(SharingRefusal) {
        endCommand(isPipe: command.isPiped && command.isEmpty && word == nil)
        let waiting = documents
        documents = []
        for document in waiting { try read(document) }
    }

    private mutating func read(_ document: Document) throws(SharingRefusal) {
        var lines = String.UnicodeScalarView()
        while position < text.count {
            let end = text[position...].firstIndex(of: "\n") ?? text.count
            var line = text[position..<end]
            if line.last == "\r" { line = line.dropLast() }
            if document.stripsTabs { line = line.drop { $0 == "\t" } }
            position = min(end + 1, text.count)
            if String(String.UnicodeScalarView(line)).hasSameBytes(as: document.delimiter) { break }
            lines += Array(line) + ["\n"]
        }
        try put(String(lines), document)
    }

    private mutating func put(_ body: String, _ document: Document) throws(SharingRefusal) {
        guard let index = commands.lastIndex(where: { $0.number == document.command && $0.input == .text("") }) else {
            return
        }
        guard !document.isLiteral else {
            commands[index].input = .text(body)
            return
        }
        var inner = ShellReader(Array(body.unicodeScalars), from: 0, values: values, isNested: false, depth: depth)
        inner.word = ""
        while let next = inner.scalar {
            inner.position += 1
            try inner.readExpanded(next, escaped: "$`\\\n")
        }
        commands[index].input = .text(inner.word ?? "")
        commands[index].losses += inner.command.losses
        commands[index].variables += inner.command.variables
    }

    // MARK: Commands in the place of values

    /// Refuses texts nested deeper than any that is not hostile.
    private func checkDepth() throws(SharingRefusal) {
        guard depth < 16 else { throw SharingRefusal("The commands in this command are nested too deeply.") }
    }

    private func nested(from start: Int) throws(SharingRefusal) -> ShellReader {
        try checkDepth()
        return ShellReader(text, from: start, values: values, isNested: true, depth: depth + 1)
    }

    /// `$(...)`, `<(...)`, from the bracket on.
    private mutating func readSubstitution(_ sign: String) throws(SharingRefusal) {
        let start = position - 1
        var inner = try nested(from: position + 1)
        try inner.readAll()
        position = inner.position
        substitute(inner.commands, from: start, isValue: sign == "$")
    }

    private mutating func readBackquoted() throws(SharingRefusal) {
        let start = position - 1
        try checkDepth()
        var content: [Unicode.Scalar] = []
        while let next = scalar, next != "`" {
            position += 1
            if next == "\\", let escaped = scalar, "$`\\".unicodeScalars.contains(escaped) {
                position += 1
                content.append(escaped)
            } else {
                content.append(next)
            }
        }
        try pass("`", of: "`")
        var inner = ShellReader(content, from: 0, values: values, isNested: false, depth: depth + 1)
        try inner.readAll()
        substitute(inner.commands, from: start, isValue: true)
    }

    private mutating func substitute(_ inner: [ShellCommand], from start: Int, isValue: Bool) {
        if isValue, let value = ShellScript.value(of: inner) {
            word = (word ?? "") + value
            command.losses += inner.flatMap(\.losses)
            command.variables += inner.flatMap(\.variables)
            return
        }
        keep(from: start)
        for var within in ShellScript.piped(inner) {
            within.number = -1
            commands.append(within)
        }
    }

    /// Keeps a command in the place of a value as it is written.
    private mutating func keep(from start: Int) {
        let written = String(String.UnicodeScalarView(text[start..<position]))
        word = (word ?? "") + written
        isWordUnknown = true
        command.losses.append("\(written) is not run and left as it is written: replace it with its result.")
    }

    // MARK: $

    private mutating func readDollar(isQuoted: Bool) throws(SharingRefusal) {
        switch scalar {
        case "'" where !isQuoted:
            position += 1
            try readANSIQuoted()
        case "\"" where !isQuoted:
            position += 1
            try readDoubleQuoted()
        case "(" where scalar(ahead: 1) == "(": try readWhole(until: "))")
        case "(": try readSubstitution("$")
        case "{": try readBraces(isQuoted: isQuoted)
        default:
            let name = name(from: position)
            guard !name.isEmpty else { return append("$") }
            position += name.count
            addVariable(name, isQuoted: isQuoted)
        }
    }

    private mutating func readBraces(isQuoted: Bool) throws(SharingRefusal) {
        let name = name(from: position + 1)
        guard !name.isEmpty, scalar(ahead: name.count + 1) == "}" else { return try readWhole(until: "}") }
        position += name.count + 2
        addVariable(name, isQuoted: isQuoted)
    }

    /// `$((...))` and `${NAME:-...}` stay as they are written.
    private mutating func readWhole(until end: String) throws(SharingRefusal) {
        let start = position - 1
        let end = Array(end.unicodeScalars)
        while position < text.count, !text[position...].starts(with: end) { position += 1 }
        guard position < text.count else { throw Self.open("$") }
        position += end.count
        keep(from: start)
    }

    private func name(from start: Int) -> String {
        let rest = text[min(start, text.count)...]
        let name = rest.prefix { $0.isASCII && ShellQuoting.isNameByte(UInt8($0.value)) }
        guard let first = name.first, !("0"..."9").contains(first) else { return "" }
        return String(String.UnicodeScalarView(name))
    }

    private mutating func addVariable(_ name: String, isQuoted: Bool) {
        guard let value = values[name] else {
            if !command.variables.contains(name) { command.variables.append(name) }
            word = (word ?? "") + "{{process.env.\(name)}}"
            return
        }
        guard !isQuoted else {
            word = (word ?? "") + value
            return
        }
        // Without quotes, a value is split at its spaces.
        for scalar in value.unicodeScalars {
            if scalar.properties.isWhitespace { endWord() } else { append(scalar) }
        }
    }

    /// `$'...'`
    private mutating func readANSIQuoted() throws(SharingRefusal) {
        beginQuoted()
        var escapes = ShellEscapes(text, from: position)
        guard let bytes = escapes.quoted() else { throw Self.open("$'") }
        let written = String(String.UnicodeScalarView(text[(position - 2)..<escapes.position]))
        position = escapes.position
        let value = String(decoding: bytes, as: UTF8.self)
        if !value.utf8.elementsEqual(bytes) {
            command.losses.append(
                "\(written) holds bytes that are not UTF-8, which a request file cannot keep: put them into a file.")
        }
        word = (word ?? "") + value
    }
}
