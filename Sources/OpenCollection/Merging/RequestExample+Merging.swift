extension RequestExample: MergedRow {
    var mergeText: String {
        [request?.mergeText, response?.mergeText].compactMap { $0 }.joined(separator: ", ")
    }

    static func merged(
        _ versions: Versions<RequestExample>, _ name: String, _ merging: inout FieldMerging
    ) -> RequestExample {
        var merged = versions.theirs
        merging.within(name) { merging in
            merged.name = merging.value("Name", versions.name)
            merged.description = merging.value("Description", versions.description)
            merged.request = merging.part("Request", versions.request, text: \.mergeText, fields: Request.merged)
            merged.response = merging.part("Response", versions.response, text: \.mergeText, fields: Response.merged)
        }
        return merged
    }
}

extension RequestExample.Request {
    fileprivate var mergeText: String { [method, url].compactMap { $0 }.joined(separator: " ") }

    fileprivate static func merged(
        _ versions: Versions<RequestExample.Request>, _ merging: inout FieldMerging
    ) -> RequestExample.Request {
        var merged = versions.theirs
        merged.url = merging.value("URL", versions.url)
        merged.method = merging.value("Method", versions.method)
        merged.headers = merging.rows("Header", versions.headers)
        merged.parameters = merging.rows("Parameter", versions.parameters)
        merged.body = RequestBody.merged(versions.body, &merging)
        return merged
    }
}

extension RequestExample.Response {
    fileprivate var mergeText: String {
        [status?.mergeText, statusText].compactMap { $0 }.joined(separator: " ")
    }

    fileprivate static func merged(
        _ versions: Versions<RequestExample.Response>, _ merging: inout FieldMerging
    ) -> RequestExample.Response {
        var merged = versions.theirs
        merging.within("Response") { merging in
            merged.status = merging.value("Status", versions.status)
            merged.statusText = merging.value("Status text", versions.statusText)
            merged.headers = merging.rows("Header", versions.headers)
            merged.body = merging.value("Body", versions.body) { $0?.data }
        }
        return merged
    }
}
