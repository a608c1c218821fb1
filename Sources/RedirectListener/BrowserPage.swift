/// The pages that the browser shows when it returns.
enum BrowserPage {
    static let done = response(
        "200 OK", page("You can close this window.", "Microscope has received the authorization."))

    static let notFound = response("404 Not Found", page("Page not found.", "Microscope is waiting for another page."))

    /// The page for requests that are not the expected one.
    static let refused = response(
        "400 Bad Request",
        page(
            "This is not the redirect that Microscope is waiting for.",
            "It is still waiting: go back to the page that asks for your consent."))

    /// The page that sends the fragment, which servers do not receive, again as a query, and removes it from the URL.
    static let passingFragment = response(
        "200 OK",
        page("One moment.", "This page needs JavaScript to pass on the parameters of its URL.")
            + """
            <script>
            var fragment = location.hash.slice(1);
            location.replace(location.origin + location.pathname + "?" + (fragment || "error=no_answer"));
            </script>

            """)

    private static func page(_ title: String, _ text: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><meta charset="utf-8"><title>Microscope</title>
        <body style="font-family: sans-serif; margin: 4em"><h1>\(title)</h1><p>\(text)</p></body></html>

        """
    }

    /// Returns a response whose headers keep the URL with its secrets from being stored or sent elsewhere.
    private static func response(_ status: String, _ page: String) -> [UInt8] {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(page.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
    }
}
