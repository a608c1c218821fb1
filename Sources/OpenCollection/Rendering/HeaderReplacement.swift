/// The replacement of a header row that is switched on.
public enum HeaderReplacement: Sendable, Hashable {
    /// The last one of several rows with one name.
    case laterRow
    /// Nothing: the row is empty, and of the headers that are left out then.
    case nothing
    /// A header of that name from another origin: credentials, or the body's kind.
    case header(Origin)
}

extension RenderedRequest {
    /// Returns the replacements of header rows of the request, by the rows' indexes; a row that is sent, or is switched off, has none.
    ///
    /// - Parameters:
    ///   - rows: all that the request has.
    ///   - scopes: those that it was rendered with.
    public func replacements(ofRows rows: [Field], scopes: VariableScopes) -> [Int: HeaderReplacement] {
        var replacements: [Int: HeaderReplacement] = [:]
        var laterNames: Set<String> = []
        for (index, row) in rows.enumerated().reversed() where row.isEnabled && !row.name.isEmpty {
            let name = scopes.resolve(row.name).text
            let isLast = laterNames.insert(name.asciiLowercased).inserted
            if let other = origin(replacing: name) {
                replacements[index] = .header(other)
            } else if !isLast {
                replacements[index] = .laterRow
            } else if headers.contains(where: { $0.isLeftOut && $0.name.equalsIgnoringASCIICase(name) }) {
                replacements[index] = .nothing
            }
        }
        return replacements
    }

    /// Returns the origin of the header that is sent instead; nil if the request's own header of that name is sent.
    private func origin(replacing name: String) -> Origin? {
        let sent = headers.filter { $0.name.equalsIgnoringASCIICase(name) }
        guard let own = sent.first(where: { $0.origin == .request }) else {
            // Only a user in the URL takes headers away and puts none of the name there: those of other credentials. Without one, the name
            // has a value that is generated each time, and is no other header's.
            return sent.first?.origin ?? (headers.contains { $0.origin == .url } ? Origin.url : nil)
        }
        return isSetBySigning(own) ? .auth(credentialOrigin) : nil
    }

    /// Whether signing sets the header, besides the one that credentials make themselves, which ``headers`` has.
    private func isSetBySigning(_ header: RenderedHeader) -> Bool {
        switch credential {
        case .aws(let aws)?:
            // The token of a profile is known when it is sent.
            let hasToken = aws.profileName.isEmpty && !aws.sessionToken.isEmpty
            let names = ["X-Amz-Date"] + (hasToken ? ["X-Amz-Security-Token"] : [])
            return names.contains { header.name.equalsIgnoringASCIICase($0) }
        case .oauth1(let oauth)? where oauth.placement == .body:
            // The parameters join a form, and take the place of every other body.
            let isForm = header.value.asciiLowercased.hasPrefix("application/x-www-form-urlencoded")
            return header.name.equalsIgnoringASCIICase("Content-Type") && !isForm
        default: return false
        }
    }
}
