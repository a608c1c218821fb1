import Testing

@testable import CommandLineTool

@Suite struct HelpTextTests {
    @Test("fits 80 columns and ends with one line end", arguments: HelpTopic.allCases)
    func fits(_ topic: HelpTopic) {
        let text = HelpText.text(of: topic)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(text.hasPrefix("Usage: microscope"))
    }

    @Test("names every option that the parser takes", arguments: HelpTopic.allCases)
    func namesOptions(_ topic: HelpTopic) {
        for option in CommandSyntax.of(topic).options { #expect(HelpText.text(of: topic).contains(option.usage)) }
    }

    @Test("the program's help names every command and path use")
    func program() {
        let text = HelpText.text(of: .program)
        for topic in HelpTopic.firstCommands { #expect(text.contains("  \(topic.rawValue)")) }
        #expect(!text.contains("unpin"))
        #expect(text.contains("write ./demo for the path"))
    }

    @Test("the help of send, whole")
    func send() {
        #expect(
            HelpText.text(of: .send) == """
                Usage: microscope send [OPTIONS] REQUEST

                Sends one saved request: the body to stdout, one status line to stderr.

                Options:
                  -c, --collection DIR      the collection; default: the one around here
                      --env NAME            use this environment; given several times, one send
                                            for each
                      --global-env NAME     use this environment of the workspace around the
                                            collection too
                      --var NAME=VALUE      a value that wins over all files; may be given
                                            several times
                      --trust               agree, for this run, to what the collection does
                                            outside of itself
                      --yes                 send what may change something to a protected
                                            environment too
                      --json                print request, attempts, response, checks and error
                                            as JSON
                      --filter FILTER       print only the values that a path (.a[0].b, /a/0/b)
                                            or a filter of jq finds in the body
                  -v, --verbose             print what was said on the wire to stderr, as curl
                                            -v does
                      --fail                exit with 1 when the status is 400 or more
                      --show-secrets        do not mask credentials in what --json and --verbose
                                            print
                      --no-cookies          send no cookies of the environment's jar, and keep
                                            none
                      --no-history          keep nothing of what is sent in the history
                      --repeat N            send it so often; 0: no bound. With --every or
                                            --until alone: 100
                      --every TIME          so long after the one before began: 2s, 500ms;
                                            default: at once
                      --until CONDITION     end when it holds: status:200, 5xx, '!503', passes,
                                            fails (assertions), changes (from the first answer)
                      --timeout TIME        end after so long, whatever is under way; only when
                                            repeating
                  -h, --help                print this help

                REQUEST is the path of a request below the collection, without .yml, else its
                name.

                Programs that a collection names for its secrets, and files outside of it, are
                not touched before somebody has agreed: on screen, where it is remembered, or
                here with --trust. Secrets go to another origin, or through a proxy of the
                collection, only after the same question. Without that, stderr lists them, and
                the exit status is 4.

                Its actions and assertions are done with the answer: stderr names each assertion
                that fails, and each that cannot be judged without JavaScript, which counts
                neither way.

                Cookies are those of the collection and its environment, as on screen: what
                servers set is kept, for the next send, until it is over; cookies without an end
                of their own only until this command ends.

                With --filter, each value found is printed on a line of its own. Plain paths
                give the bytes as they were sent; anything else is done by jq, in a bounded
                process. A filter that finds nothing where it leads, or not all of it since the
                body is broken, or that jq does not take, ends with 1, and stderr says why.

                With --json, values of credentials and secrets are masked in URLs, headers, the
                request's body and errors; the response's body is printed as it came. Times are
                in seconds; what is unknown is null. With several environments it is an array
                that names them; stderr has a heading before each. The exit status is the
                gravest.

                With --repeat, --every or --until it is sent again and again: a line on the
                terminal tells how it goes, and stdout gets a summary in the place of the body.
                Times are of sends with a whole answer; p95 is the shortest time that 95 percent
                do not exceed. A send counts as failed without a whole answer, with a status of
                500 or more, or when an assertion does not hold. Later answers are compared with
                the first one. All of it is a set of the history. With --until, the exit status
                is 0 when the condition held, else 1; without it, it is the gravest of all
                sends, and 3 when the time is up before any whole answer.

                Examples:
                  microscope send users/get --env local
                      by its path
                  microscope send "List users" --var pageSize=20
                      by its name, with a value of one's own
                  microscope send users/get --env staging --env prod
                      to both, one after the other
                  microscope send users/get --json | jq .attempts
                      what happened on the wire
                  microscope send health --every 2s --until 200 --timeout 1m
                      wait until it answers well

                Exit status:
                  0     answered
                  1     an assertion failed; --filter found nothing, or not all; --fail was
                        given, and the status is 400 or more; check or review found something;
                        diff or verify or history replay found a difference; the condition of
                        --until never held
                  2     the command line was wrong, or named what is not there
                  3     no answer, or not the whole of it; a cut gzip body that is as long as
                        its Content-Length says passes for whole
                  4     the request could not be built: a missing variable, an unreadable file;
                        or nobody has agreed to what it does
                  130   cancelled with Ctrl-C

                """)
    }
}
