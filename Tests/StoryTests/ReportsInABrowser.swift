import Foundation
import TestSupport
import Testing

/// The page that `run --report html=FILE` writes, in a browser. `Scripts/test --long browser` names the browser and the directory for the pictures.
@Suite(
    "Story: the report of a run in a browser", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["MICROSCOPE_BROWSER"] != nil))
struct ReportsInABrowser {
    private static func request(_ number: Int, _ url: String, _ rest: String = "") -> String {
        "info: {name: r\(number), type: http, seq: \(number)}\nhttp: {method: GET, url: \"{{baseUrl}}\(url)\"}\n\(rest)"
    }

    private static let longWord = String(repeating: "x", count: 700)
    private static let files = [
        "opencollection.yml": "info: {name: \"<Shop> & \(longWord)\"}\n",
        "microscope.yaml": "version: 1\nrequests: {flaky.yml: {retry: {count: 3, base: 0.2, jitter: none}}}\n",
        "passed.yml": request(
            1, "/users/{{n}}", "runtime: {assertions: [{expression: res.status, operator: eq, value: '200'}]}\n"),
        "redirected.yml": request(2, "/redirect/3"), "flaky.yml": request(3, "/flaky?key=r&fails=2&retryAfter=none"),
        "failed.yml": request(
            4, "/users/1?q={{n}}",
            "runtime: {assertions: [{expression: res.body.name, operator: eq, value: \(longWord)}]}\n"),
        "long.yml": request(5, "/echo?q=\(longWord)"),
        "example.yml": request(
            6, "/users/2", "examples: [{name: one, response: {status: 200, body: {type: json, data: '{\"id\": 7}'}}}]\n"
        ),
        "unsent.yml": request(7, "/{{nothing}}"),
        "skipped.yml": "info: {name: s, type: websocket, seq: 8}\nwebsocket: {url: 'ws://127.0.0.1:1'}\n",
    ]

    /// Opens everything in the report, which a frame of this width shows, and writes what is measured there.
    private static func frame(width: Int, height: Int) -> String {
        """
        <!doctype html>
        <meta charset="utf-8">
        <style>body { margin: 0; overflow: hidden; } iframe { border: 0; display: block; }</style>
        <iframe src="report.html" style="width: \(width)px; height: \(height)px"></iframe>
        <script>
        onload = () => {
          const page = document.querySelector("iframe").contentDocument, inner = page.defaultView.innerWidth;
          const all = (what) => [...page.querySelectorAll(what)];
          for (const each of all("details")) each.open = true;
          const box = (each) => each.getBoundingClientRect();
          const isOutside = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1;
          const measures = {
            title: page.title, width: inner, scrollWidth: page.documentElement.scrollWidth,
            requests: all("main > details > summary").map((each) => ({ outcome: each.children[0].innerText, title: each.children[1].innerText })),
            hidden: all("main > details, .checks li, .hop").filter((each) => box(each).height < 10 || box(each).width < 100).length,
            cut: all("body *").filter((each) => box(each).right > inner || box(each).left < 0).length,
            bars: all(".track i").length, strayBars: all(".track i").filter((each) => isOutside(box(each), box(each.parentElement))).length,
            colours: new Set(all(".legend i").map((each) => page.defaultView.getComputedStyle(each).background)).size,
            fetches: page.defaultView.performance.getEntriesByType("resource").length,
            links: all("script, link, img, iframe, object, [src], [href]").length,
          };
          const text = document.createElement("pre");
          text.id = "measures";
          text.textContent = encodeURIComponent(JSON.stringify(measures));
          document.body.append(text);
        };
        </script>

        """
    }

    private struct Measures: Decodable {
        struct Request: Decodable, Equatable { var outcome: String, title: String }

        var title: String, requests: [Request]
        var width: Int, scrollWidth: Int, hidden: Int, cut: Int, bars: Int, strayBars: Int, colours: Int
        var fetches: Int, links: Int
    }

    @Test(
        "all requests are there, nothing is cut off or scrolls sideways, and nothing else is loaded",
        arguments: [400, 1400])
    func page(width: Int) throws {
        let place = try StoryPlace(Self.files)
        try place.write("n\n1\n2\n", to: "rows.csv")
        let run = try ProgramRun(
            [
                "run", "--verify", "--data", "rows.csv", "--report", "html=report.html", "--report", "json=-", "--var",
                "baseUrl=\(place.server.baseURL)",
            ], at: place)
        #expect(run.status == 4, "a request cannot be built: \(run.errors)")
        let measures = try measures(width, at: place)
        #expect(measures.width == width && measures.title.hasPrefix("Run of <Shop> & xxx"))
        #expect(try measures.requests == requests(of: run), "\(run.errors)")
        #expect(measures.requests.count == 16)
        #expect(measures.scrollWidth <= width && measures.cut == 0 && measures.hidden == 0, "\(measures)")
        #expect(measures.bars > 20 && measures.strayBars == 0 && measures.colours == 7, "\(measures)")
        #expect(measures.fetches == 0 && measures.links == 0, "\(measures)")
    }

    /// The requests of the report that is JSON, as the page shows them.
    private func requests(of run: ProgramRun) throws -> [Measures.Request] {
        let object = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
        return try #require(object?["requests"] as? [[String: Any]]).map { request in
            let path = (request["request"] as? String)?.replacing(".yml", with: "")
            let title = [path, request["row"] as? String].compactMap { $0 }.joined(separator: " ")
            return Measures.Request(outcome: request["outcome"] as? String ?? "", title: title)
        }
    }

    private func measures(_ width: Int, at place: StoryPlace) throws -> Measures {
        let height = width < 1000 ? 9_000 : 6_000
        let frame = place.collection.appendingPathComponent("frame.html")
        try Data(Self.frame(width: width, height: height).utf8).write(to: frame)
        let environment = ProcessInfo.processInfo.environment
        let pictures = URL(filePath: try #require(environment["MICROSCOPE_PICTURES"]))
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let picture = pictures.appendingPathComponent("report-\(width).png").path
        // As root, it has no sandbox.
        let root = geteuid() == 0 ? ["--no-sandbox"] : []
        let options =
            root + [
                "--headless", "--disable-gpu", "--allow-file-access-from-files",
                "--user-data-dir=\(place.home.path)/browser",
                "--window-size=\(width),\(height)",
            ]
        func browse(_ task: String) throws -> ProgramRun {
            try ProgramRun(
                options + [task, frame.absoluteString], at: place,
                environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin"],
                program: environment["MICROSCOPE_BROWSER"])
        }
        let drawing = try browse("--screenshot=\(picture)")
        #expect(drawing.status == 0, "\(drawing.errors)")
        // A page that is not there makes less than 40,000.
        #expect(try Data(contentsOf: URL(filePath: picture)).count > 100_000)
        let dump = try browse("--dump-dom")
        let written = dump.output.firstMatch(of: /<pre id="measures">(.*)<\/pre>/)?.1
        let text = try #require(written.flatMap { String($0).removingPercentEncoding }, "\(dump.errors)")
        return try JSONDecoder().decode(Measures.self, from: Data(text.utf8))
    }
}
