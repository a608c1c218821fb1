import Text

extension TemplateArguments {
    /// `jwt(key, claims, name: value, ...)`: `alg`, `kid` and `typ` are of the header, all else are claims.
    ///
    /// - Source: RFC 7519, RFC 7515.
    func jwt() throws -> [UInt8] {
        guard let key = bytes.first, labels[0] == nil else { throw fault }
        var header: [TypedValue.Member] = [.init("alg", "HS256"), .init("typ", "JWT")]
        var claims: [TypedValue.Member] = []
        for index in bytes.indices.dropFirst() {
            switch labels[index] {
            case let name? where ["alg", "typ", "kid"].contains(name):
                header.removeAll { $0.name == name }
                // The order in which most libraries write them.
                header.insert(.init(name, .string(text(index))), at: name == "alg" ? 0 : header.endIndex)
            case let name?:
                claims.removeAll { $0.name == name }
                claims.append(.init(name, claim(name, index)))
            case nil:
                guard index == 1, case .object(let members)? = TypedValue(json: text(index)) else {
                    throw TemplateCall.Fault(
                        message: "has claims that are not a JSON object; write name: value for each")
                }
                claims = members
            }
        }
        guard case .string(let algorithm) = header[0].value, let name = Self.digest(of: algorithm) else {
            throw TemplateCall.Fault(message: "has an alg that is not one of HS256, HS384, HS512, RS256, RS384, RS512")
        }
        let parts = [header, claims].map { Array(TypedValue.object($0).jsonText.utf8).base64URL }
        let text = parts.joined(separator: ".")
        guard let signature = dynamic.digests.digest(name, Array(text.utf8), key) else {
            throw TemplateCall.Fault(
                message: "cannot be signed: \(algorithm) needs a private RSA key in PEM, without a passphrase")
        }
        return Array("\(text).\(signature.base64URL)".utf8)
    }

    /// Times of RFC 7519 are numbers; objects and lists in JSON stay what they are.
    private func claim(_ name: String, _ index: Int) -> TypedValue {
        let text = text(index)
        guard let value = TypedValue(json: text) else { return .string(text) }
        switch value {
        case .object, .list: return value
        case .number, .longNumber:
            return literals[index] || ["exp", "nbf", "iat"].contains(name) ? value : .string(text)
        default: return literals[index] ? value : .string(text)
        }
    }

    private static func digest(of algorithm: String) -> String? {
        switch algorithm {
        case "HS256", "HS384", "HS512": "sha\(algorithm.dropFirst(2))"
        case "RS256", "RS384", "RS512": algorithm
        default: nil
        }
    }
}
