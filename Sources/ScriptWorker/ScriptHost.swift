import Foundation

/// The functions that scripts may call in the program. Each call comes on the thread that runs the scripts.
public struct ScriptHost: Sendable {
    /// Returns the body of the response as text. Throws: ``ScriptProblem``.
    public var body: @Sendable () throws -> String = { throw ScriptProblem("there is no response") }
    /// Returns a digest, or a signature with a key, by the name of its algorithm: "sha256".
    public var digest: @Sendable (_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]? = { _, _, _ in nil
    }
    /// Encrypts or decrypts with AES by its mode, "CBC" or "ECB"; nil if the key does not fit.
    public var cipher: @Sendable (_ call: ScriptCipherCall) -> [UInt8]? = { _ in nil }
    /// Returns whether a signature is that of a public key in PEM, by the name of its algorithm: "RS256".
    public var verify: @Sendable (_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8], _ signature: [UInt8]) -> Bool =
        {
            _, _, _, _ in false
        }
    public var random: @Sendable (_ count: Int) -> [UInt8] = { count in
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
    /// Returns the value of a dynamic name: "$guid"; nil: there is none.
    public var dynamicValue: @Sendable (_ name: String) -> String? = { _ in nil }
    /// Returns the text of a file that a script requires, with its path below the collection. Throws: ``ScriptProblem``.
    public var module: @Sendable (_ name: String, _ folder: String) throws -> (path: String, code: String) = {
        name, _ in
        throw ScriptProblem("there is no module \(name)")
    }
    /// Sends a request of a script. Throws: ``ScriptProblem``.
    public var send: @Sendable (ScriptSend) throws -> ScriptSendResult = { _ in
        throw ScriptProblem("not allowed: sendRequest")
    }
    /// Runs a request of the collection; gets the variables that the scripts of the stage have set so far. Throws: ``ScriptProblem``.
    public var run: @Sendable (_ path: String, _ set: [ScriptVariable]) throws -> ScriptRunResult = { _, _ in
        throw ScriptProblem("not allowed: runRequest")
    }
    /// Reads or changes cookies. Throws: ``ScriptProblem``.
    public var cookies: @Sendable (ScriptCookieCall) throws -> [ScriptCookie] = { _ in
        throw ScriptProblem("not allowed: cookies")
    }

    public init() {}

    /// Returns the reply to a call that needs nothing but this.
    func reply(to message: ScriptMessage) throws -> String {
        switch message.call {
        case "body": return ScriptReply.value(try body())
        case "random":
            return ScriptReply.value(Data(random(min(65_536, max(0, message.count ?? 0)))).base64EncodedString())
        case "digest":
            let key = message.key.map(ScriptMessage.bytes)
            guard let digest = digest(message.algorithm ?? "", ScriptMessage.bytes(message.data), key) else {
                throw ScriptProblem("there is no digest \(message.algorithm ?? "")")
            }
            return ScriptReply.value(Data(digest).base64EncodedString())
        case "cipher":
            return ScriptReply.value(cipher(ScriptCipherCall(message)).map { Data($0).base64EncodedString() })
        case "verify":
            return ScriptReply.value(
                verify(
                    message.algorithm ?? "", ScriptMessage.bytes(message.data), ScriptMessage.bytes(message.key),
                    ScriptMessage.bytes(message.signature)))
        case "dynamic": return ScriptReply.value(dynamicValue(message.name ?? ""))
        case "module":
            let file = try module(message.name ?? "", message.folder ?? "")
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            return ScriptReply.value(["path": file.path, "code": file.code, "folder": folder])
        case "sendRequest":
            guard let request = message.request else { throw ScriptProblem("a request needs a URL") }
            return ScriptReply.value(try send(request))
        case "cookies":
            let call = ScriptCookieCall(
                action: message.action ?? "", url: message.url ?? "", name: message.name, cookie: message.cookie)
            return ScriptReply.value(try cookies(call))
        case let call?: throw ScriptProblem("\(call) is not available")
        case nil: throw ScriptProblem("there is no such call")
        }
    }
}

/// Bytes that a script encrypts or decrypts.
public struct ScriptCipherCall: Sendable, Hashable {
    public var encrypts: Bool
    /// The mode in which blocks are chained: "CBC" or "ECB".
    public var mode: String
    public var bytes: [UInt8], key: [UInt8], vector: [UInt8]

    init(_ message: ScriptMessage) {
        (encrypts, mode) = (message.action == "encrypt", message.algorithm ?? "")
        bytes = ScriptMessage.bytes(message.data)
        (key, vector) = (ScriptMessage.bytes(message.key), ScriptMessage.bytes(message.vector))
    }
}

extension ScriptMessage {
    /// Returns the bytes of a text in base64; of none, none.
    fileprivate static func bytes(_ text: String?) -> [UInt8] {
        text.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
    }
}
