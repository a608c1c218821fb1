import OpenCollection

/// A part of a file that can be edited or chosen, by its place in the form.
public enum FormField: Sendable, Hashable {
    case method, url, bodyText
    /// A labelled value, by the name of its key: "settings.timeout", "auth.token".
    case value(String)
    case cell(FormTable, row: Int, FormColumn)
    /// A place for a table without rows, so that one can be added to it.
    case empty(FormTable)
    /// Holds a whole table while it is edited as a text.
    case tableText(FormTable)
}

/// A list of a file.
public enum FormTable: Sendable, Hashable {
    case path, query, headers, form, parts, files, bodyVariants
    case variables, captures, assertions, scripts, examples
    case authors, certificates
    /// Further parameters of an OAuth 2 request, by its key.
    case parameters(String)
    /// The values to choose from of a variable, by its row.
    case variants(of: Int)
}

/// A part of a row.
public enum FormColumn: String, Sendable, Hashable {
    case name, value, type, secrecy, description
    case expression, `operator`, phase, contentType, placement, title
    case method, url, status, reason, body, passphrase, email, domain
    case path = "certificateFilePath"
    case keyPath = "privateKeyFilePath"
}

/// The tabs of the request pane.
public enum FormTab: String, Sendable, Hashable, CaseIterable {
    case info = "Info"
    case params = "Params"
    case headers = "Headers"
    case body = "Body"
    case auth = "Auth"
    case options = "Options"
    case variables = "Vars"
    case assertions = "Asserts"
    case scripts = "Scripts"
    case examples = "Examples"
    case proxy = "Proxy"
    case certificates = "Certificates"
    case settings = "Settings"
    case docs = "Docs"
}

extension FormContent {
    /// The tabs in order; which there are depends on the kind alone.
    public var tabs: [FormTab] {
        switch self {
        case .request:
            [.params, .headers, .body, .auth, .options, .variables, .assertions, .scripts, .examples, .docs]
        case .folder: [.headers, .auth, .variables, .options, .scripts, .docs]
        case .collection: [.info, .headers, .auth, .variables, .options, .proxy, .certificates, .scripts, .docs]
        case .environment: [.variables, .settings]
        }
    }
}

/// A field of some form, wherever it is.
public struct FormPlace: Sendable, Hashable {
    public enum Spot: Sendable, Hashable {
        case field(FormTab, FormField)
        /// A key of the file, as messages name it: "http.headers[0].value".
        case key(String)
    }

    public var path: ItemPath
    public var spot: Spot
    /// Whether its value becomes a secret.
    public var isMadeSecret = false
    /// A variable to add to the list there. Default: none.
    public var variable: Variable?
}

/// The tabs of the response pane, in order.
public enum ResponseTab: String, Sendable, Hashable, CaseIterable {
    case body = "Body"
    /// The tab of pieces, only where the response came in pieces.
    case events = "Events"
    case headers = "Headers"
    case timing = "Timing"
    case attempts = "Attempts"
    /// The tab of checks, only where the response has some.
    case checks = "Checks"
    /// The tab of the bytes on the wire.
    case wire = "Wire"

    /// Whether secrets are hidden in it by their names, until the user shows them. Known ones are hidden in every tab.
    var hidesByName: Bool { self == .headers || self == .wire }
}
