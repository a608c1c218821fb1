import OpenCollection

/// One thing of a request that can be edited or chosen.
public enum RequestField: Sendable, Hashable {
    case method
    case url
    case cell(TableKind, row: Int, TableColumn)
    case bodyKind
    case bodyText
    case authKind
    case auth(AuthPart)
    case option(RequestOption)

    public enum TableKind: String, Sendable, Hashable { case path, query, headers, form }
    public enum TableColumn: Sendable, Hashable { case name, value }
    public enum AuthPart: String, Sendable, Hashable { case username, password, token, keyName, keyValue, placement }
}

/// A row of the Options tab.
public enum RequestOption: String, Sendable, Hashable, CaseIterable {
    case timeout, followRedirects, maximumRedirects, encodeURL, verifyTLS, retryCount, retryBackoff, retryBase, retryCap
}

/// The tabs of the request pane, in order.
public enum RequestTab: String, Sendable, Hashable, CaseIterable {
    case params = "Params"
    case headers = "Headers"
    case body = "Body"
    case auth = "Auth"
    case options = "Options"
    case docs = "Docs"
}

/// The tabs of the response pane, in order.
public enum ResponseTab: String, Sendable, Hashable, CaseIterable {
    case body = "Body"
    case headers = "Headers"
    case timing = "Timing"
    case attempts = "Attempts"
}
