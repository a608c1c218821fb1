import MicroClientMacros

// Compiled with the main actor as default isolation: the first body does not compile, since its encoding belongs to the main actor.

struct Plain: Encodable { var name: String }
nonisolated struct Free: Encodable { var name: String }

@Post("/plain")
struct AddPlain {
    let body: Plain
}

@Post("/free")
struct AddFree {
    let body: Free
}

@Post("/within")
struct AddWithin {
    @Body struct Book: Encodable { var title: String }
}
