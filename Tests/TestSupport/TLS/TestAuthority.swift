import Foundation

/// A certificate authority of one test, made by the `openssl` program; its files go with it.
///
/// What it issues: certificates for servers and clients, of any names and dates.
public final class TestAuthority: Sendable {
    private let directory: URL
    private let lock = NSLock()

    /// Path of the authority's own certificate, PEM: what a client must trust.
    public var certificateFile: String { path("authority.pem") }

    public init(name: String = "Test Authority") throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(Self.settings.utf8).write(to: directory.appendingPathComponent("settings"))
        try Data().write(to: directory.appendingPathComponent("index.txt"))
        let serial = "7F" + UUID().uuidString.filter(\.isHexDigit).dropFirst(2)
        try Data(serial.utf8).write(to: directory.appendingPathComponent("serial"))
        try openssl(
            [
                "req", "-x509", "-subj", "/CN=\(name)", "-days", "3650", "-extensions", "authority", "-out",
                "authority.pem",
            ]
                + Self.newKey("authority.key"))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// A certificate and its key.
    ///
    /// - Parameters:
    ///   - subject: as `openssl req -subj` takes it.
    ///   - names: alternative names, "DNS:localhost", "IP:127.0.0.1"; for a client none are needed.
    ///   - validFrom: default: a day ago.
    ///   - validTo: default: a year later.
    ///   - isSelfSigned: without this authority.
    ///   - withAuthority: whether the authority's own certificate is sent after it.
    public func issue(
        subject: String = "/CN=localhost", names: [String] = ["DNS:localhost", "IP:127.0.0.1"],
        validFrom: Date = Date(timeIntervalSinceNow: -86_400), validTo: Date = Date(timeIntervalSinceNow: 31_536_000),
        isSelfSigned: Bool = false, withAuthority: Bool = false
    ) throws -> TestCertificate {
        let id = UUID().uuidString
        try Data(Self.extensions(names).utf8).write(to: directory.appendingPathComponent("\(id).ext"))
        try openssl(["req", "-new", "-subj", subject, "-out", "\(id).csr"] + Self.newKey("\(id).key"))
        // The list of what was issued is a file, which two at once would write.
        try lock.withLock {
            try openssl(
                [
                    "ca", "-batch", "-notext", "-in", "\(id).csr", "-out", "\(id).pem", "-extfile",
                    "\(id).ext", "-startdate", Self.text(validFrom), "-enddate", Self.text(validTo),
                ]
                    + (isSelfSigned
                        ? ["-selfsign", "-keyfile", "\(id).key"]
                        : ["-cert", "authority.pem", "-keyfile", "authority.key"]),
                settings: "-config")
        }
        if withAuthority {
            let chain = try ["\(id).pem", "authority.pem"].map { try String(contentsOfFile: path($0), encoding: .utf8) }
            try Data(chain.joined().utf8).write(to: directory.appendingPathComponent("\(id).pem"))
        }
        return TestCertificate(certificateFile: path("\(id).pem"), keyFile: path("\(id).key"), authority: self)
    }

    // MARK: The program

    fileprivate func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    fileprivate func openssl(_ arguments: [String], settings option: String? = "-config") throws {
        let process = Process()
        let complaints = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["openssl", arguments[0]] + (option.map { [$0, "settings"] } ?? []) + arguments.dropFirst()
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaints
        try process.run()
        let words = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw OpenSSLFailure(words: String(decoding: words, as: UTF8.self))
        }
    }

    private static func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", name]
    }

    private static func extensions(_ names: [String]) -> String {
        names.isEmpty ? "basicConstraints=CA:false\n" : "subjectAltName=\(names.joined(separator: ","))\n"
    }

    private static func text(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyyMMddHHmmss'Z'"
        return formatter.string(from: date)
    }

    private static let settings = """
        [req]
        distinguished_name = none
        utf8 = yes
        string_mask = utf8only
        [none]
        [authority]
        basicConstraints = critical,CA:true
        subjectKeyIdentifier = hash
        [ca]
        default_ca = own
        [own]
        database = index.txt
        new_certs_dir = .
        default_md = sha256
        policy = any
        unique_subject = no
        serial = serial
        email_in_dn = no
        [any]
        organizationName = optional
        commonName = optional
        """
}

/// A certificate with its key, as PEM files that live as long as this value.
public struct TestCertificate: Sendable {
    public let certificateFile: String
    public let keyFile: String
    private let authority: TestAuthority

    fileprivate init(certificateFile: String, keyFile: String, authority: TestAuthority) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.authority = authority
    }

    /// Both in one PKCS#12 file; its path.
    public func pkcs12(password: String) throws -> String {
        let file = certificateFile + ".p12"
        try authority.openssl(
            [
                "pkcs12", "-export", "-in", certificateFile, "-inkey", keyFile, "-passout", "pass:\(password)", "-out",
                file,
            ], settings: nil)
        return file
    }

    /// The key once more, behind a password; its path.
    public func encryptedKey(password: String) throws -> String {
        let file = keyFile + ".encrypted"
        try authority.openssl(
            ["pkey", "-in", keyFile, "-aes256", "-passout", "pass:\(password)", "-out", file], settings: nil)
        return file
    }
}

/// What the `openssl` program said.
public struct OpenSSLFailure: Error, CustomStringConvertible {
    public let words: String
    public var description: String { words }
}
