import Foundation

/// The schema of JUnit reports, read by libxml2.
struct JUnitSchema {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/junit-10.xsd").path
    /// Set once, and only read.
    nonisolated(unsafe) private static let library = ["libxml2.so.2", "libxml2.so.16", "libxml2.2.dylib"].lazy
        .compactMap { (name: String) in dlopen(name, RTLD_LAZY) }.first

    /// Whether the library is installed.
    static let isThere = library != nil

    private typealias Pointer = UnsafeMutableRawPointer
    private let context: Pointer
    private let validate: @convention(c) (Pointer, UnsafePointer<CChar>, CInt) -> CInt

    struct Absence: Error { let symbol: String }

    init() throws {
        typealias Make = @convention(c) (Pointer) -> Pointer?
        let parser: @convention(c) (UnsafePointer<CChar>) -> Pointer? = try Self.function("xmlSchemaNewParserCtxt")
        let parse: Make = try Self.function("xmlSchemaParse")
        let make: Make = try Self.function("xmlSchemaNewValidCtxt")
        validate = try Self.function("xmlSchemaValidateFile")
        guard let context = parser(Self.file).flatMap(parse).flatMap(make) else { throw Absence(symbol: Self.file) }
        self.context = context
    }

    private static func function<Function>(_ name: String) throws -> Function {
        guard let library, let symbol = dlsym(library, name) else { throw Absence(symbol: name) }
        return unsafeBitCast(symbol, to: Function.self)
    }

    /// Whether a document is what the schema says; what is not goes to standard error.
    func accepts(_ document: [UInt8]) throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("junit-\(UUID().uuidString).xml")
        try Data(document).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return validate(context, file.path, 0) == 0
    }
}
