// Screens as a person sees them.

extension ScreenTests {
    static let firstScreen = """
        ─ 1 Sample ───────────│─ 2 Sample › Users › Get user ─────────────────── local ─
        ▾ Sample              │ GET {{baseUrl}}/users/:id?verbose=1
         ▾ Users              │ → http://127.0.0.1:8642/users/7?verbose=1
          GET  Get user       │ [Params 2] Headers 1  Body  Auth  Options  Vars …
          POST Create user    │     Path      Value  Description
         GET  Secret          │ [✓] id        7
         ✗ broken             │     Query     Value  Description
         ▸ Environments       │ [✓] verbose   1
                              │
                              │
                              │ Gets one user.
                              │─ 3 Response ────────────────────────────────────────────
                              │ [Body] Headers  Timing  Attempts  Wire
                              │ Not sent yet: s sends the request.
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
        Log: nothing yet                                                         0 lines
         Enter open  s send  e environment  / filter  ? help  q quit
        """

    static let responseScreen = """
        ─ 1 Sample ───────────│─ 2 Sample › Users › Get user ─────────────────── local ─
        ▾ Sample              │ GET {{baseUrl}}/users/:id?verbose=1
         ▾ Users              │ → http://127.0.0.1:8642/users/7?verbose=1
          GET  Get user      ✓│ [Params 2] Headers 1  Body  Auth  Options  Vars …
          POST Create user    │     Path      Value  Description
         GET  Secret          │ [✓] id        7
         ✗ broken             │     Query     Value  Description
         ▸ Environments       │─ 3 Response ─ ✓ 200 OK · 640 ms · 21 B · ⟳2 · 22:13:20 ─
                              │ [Body] Headers 2  Timing  Attempts 3  Wire
                              │ 1 {
                              │ 2   "id": 7,
                              │ 3   "name": "Ada"
                              │ 4 }
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
        Log: nothing yet                                                         0 lines
         Space fold  / find  h parent  Enter use  y copy  ] next tab  s send  ? help
        """

    static let timingScreen = """
        ─ 3 Response ───────────── ✓ 200 OK · 640 ms · 21 B · 2 retries · 22:13:20 UTC ─
          Body  Headers 2 [Timing] Attempts 3  Wire
         Attempt 1 GET http://127.0.0.1:8642/users/7?verbose=1 127.0.0.1:8642
           name lookup █                                                      2.0 ms
           connect     █                                                      4.0 ms
           waiting     ██████                                                 60 ms
           download         █                                                 4.0 ms
           pause            ··············                                    150 ms
         Attempt 2 GET http://127.0.0.1:8642/users/7?verbose=1 127.0.0.1:8642, reused
           waiting                       ██████                               60 ms
           download                           █                               4.0 ms
           pause                               ························       280 ms
         Attempt 3 GET http://127.0.0.1:8642/users/7?verbose=1 127.0.0.1:8642, reused
           waiting                                                     █████  60 ms
           download                                                         █ 4.0 ms
           client                                                             12 ms

           total                                                              640 ms











         / find  ] next tab  PgDn page down  z zoom  s send  Y copy body  ? help
        """

    static let attemptsScreen = """
        ─ 1 Sample ───────────│─ 2 Sample › Users › Get user ─────────────────── local ─
        ▾ Sample              │ GET {{baseUrl}}/users/:id?verbose=1
         ▾ Users              │ → http://127.0.0.1:8642/users/7?verbose=1
          GET  Get user      ✓│ [Params 2] Headers 1  Body  Auth  Options  Vars …
          POST Create user    │     Path      Value  Description
         GET  Secret          │ [✓] id        7
         ✗ broken             │     Query     Value  Description
         ▸ Environments       │─ 3 Response ─ ✓ 200 OK · 640 ms · 21 B · ⟳2 · 22:13:20 ─
                              │  Body  Headers 2  Timing [Attempts 3] Wire
                              │ 1  ✗ 503 Service Unavailable  70 ms  ⟳ waited 150 ms
                              │ 2  ✗ 503 Service Unavailable  70 ms  ⟳ waited 280 ms
                              │     (Retry-After)
                              │ 3  ✓ 200 OK  70 ms
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
        Log: nothing yet                                                         0 lines
         / find  ] next tab  PgDn page down  z zoom  s send  Y copy body  ? help
        """

    static let quitScreen = """
        ─ 1 Sample ───────────│─ 2 Sample › Users › Get user ● ───────────────── local ─
        ▾ Sample              │ GET {{baseUrl}}/users/:id?verbose=1x
         ▾ Users              │ → http://127.0.0.1:8642/users/7?verbose=1x
          GET  Get user      ●│ [Params 2] Headers 1  Body  Auth  Options  Vars …
          POST Create user    │     Path      Value  Description
         GET  Secret          │ [✓] id        7
         ✗ broken             │     Query     Value  Description
         ▸ Environments       │ [✓] verbose   1x
                      ── Unsaved: users/get.yml ─────────────────────────
                      │ >                                               │
                      │ Keep drafts and quit   they are there next time │
                      │ Save all and quit                 writes 1 file │
                      │ Discard and quit     the files stay as they are │
                      │ Stay                                            │
                      ──────────────────────────────────────────────────────────────────
                              │ [Body] Headers  Timing  Attempts  Wire
                              │ Not sent yet: s sends the request.
                              │
                              │
                              │
                              │
                              │
        Log: nothing yet                                                         0 lines
         Enter choose  Esc close  F1 help
        """
}
