import MicroClientMacros

// "// 22: text" at the end of a line says that it has an error in this column that begins with this text. The compiler's own words, which
// differ between versions, are left out.

struct Opaque: Sendable {}
struct User: Codable, Sendable {}
struct Order: Codable, Sendable {}

enum Requests {
    @Get("/users/:id/:missing")  // 22: ':missing' has no property: declare '@Path var missing'
    struct Missing {
        @Path var id: Opaque  // 19:
        @Query var page: Opaque?  // 20:
    }

    @Post("/users")
    struct Bodies {
        @Path var extra: Int  // 19: 'extra' is marked @Path, but the path has no ':extra'
        let body: Opaque  // 13:
        @Body var second: String  // 19: a request has one body; 'second' would be the second
        var timeout: String  // 13:
    }

    @Get("/x") final class NoStruct {}  // 22: @Get makes a request of a struct; 'NoStruct' is a class
    struct Unmarked { @Query var a: Int }  // 23: @Query marks a property of a request: a struct with @Get, @Post or
}

// Every mark before every kind of declaration.

@Post("/marks")
struct Marks {
    @Query func search() {}  // 5: @Query marks a property; this is a function
    @Path init() {}  // 5: @Path marks a property; this is an initializer
    @Query subscript(index: Int) -> Int { index }  // 5: @Query marks a property; this is a subscript
    @Path typealias Name = String  // 5: @Path marks a property; this is a type alias
    @Query struct Filter {}  // 5: @Query marks a property; this is a struct
    @Path enum Kind {}  // 5: @Path marks a property; this is an enum
    @Body func body() {}  // 5: @Body marks a property, or the struct that is the body; this is a function
    @Body final class Form {}  // 5: @Body marks a property, or the struct that is the body; this is a class
    @Body actor Sender {}  // 5: @Body marks a property, or the struct that is the body; this is an actor
    @Body struct Of<Item> {}  // 5: @Body marks a property, or the struct that is the body; this is a generic struct
    @Query lazy var later = 1  // 21: a request does not change while it is sent // 49:
    @Query static let shared = 1  // 23: @Query is for what each request has of its own // 47:
    @Query var (left, right) = (1, 2)  // 16: @Query marks one name: write a property for each value // 39:
    func helper() { @Query let local = 1 }  // 21: @Query marks a property of a request
}

@Query func outside() {}  // 1: @Query marks a property of a request: a struct with @Get, @Post or another method

// Every verb goes before a struct.

enum Verbs {
    @Get("/") func function() {}  // 5:
    @Get("/") var property: Int { 1 }  // 5:
    @Get("/") typealias Name = String  // 5:
    @Get("/") enum Kind {}  // 15: @Get makes a request of a struct; 'Kind' is an enum
    @Get("/") actor Sender {}  // 15: @Get makes a request of a struct; 'Sender' is an actor
    @Get("/") protocol Face {}  // 15: @Get makes a request of a struct; 'Face' is a protocol
}
@Get("/") extension Verbs {}  // 1:

// Nested types as bodies.

@Post("/books")
struct AddBook {
    @Body struct Book { var title: String }  // 18:
}

@Post("/books")
struct AddBooks {
    @Body struct Book: HttpBody { var title: String }
    @Body struct Page: HttpBody { var text: String }  // 18: a request has one body; 'Page' would be the second
}

@Post("/books")
struct FindBook {
    @Body struct Book: HttpBody { var title: String }  // 18: 'Book' becomes the property 'body', and there is one
    @Query var body: Int
}

// Responses.

@Get("/user", of: User.self) struct GetUser {}
@Get("/user", of: Opaque.self) struct GetOpaque {}  // 19:
@Get("/user", of: type(of: User())) struct GetTypeOf {}  // 19: the type of the response is read while compiling

func responses(client: Client, generic: some HttpClient) async throws {
    let user: Response<User> = try await client.perform(GetUser())
    let same = try await client.perform(GetUser()) { _ in }
    let data: User = same.data
    let order: Response<Order> = try await client.perform(GetUser())  // 51: 'perform(_:onProgress:)' is unavailable
    let other: Response<Order> = try await generic.perform(GetUser()) { _ in }  // 52:
    let wrong: Order = try await client.perform(GetUser()).data  // 41: 'perform(_:onProgress:)' is unavailable
    _ = (user, data, order, other, wrong)
}
