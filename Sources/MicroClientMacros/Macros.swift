// Every macro makes the struct it is attached to an `HttpRequest`, or a `TypedHttpRequest`; the nine differ by their method.

/// Makes a struct a GET request.
///
/// ```swift
/// @Get("/users/:id")
/// struct GetUserRequest {
///     @Path var id: String
///     @Query var includePosts: Bool
/// }
/// ```
/// - A `:name` that begins a segment of the path stands for the property of that name marked ``Path()``.
/// - Properties marked ``Query(_:)`` are the query, in their order.
/// - A property named `body`, or marked ``Body()``, is the body: see ``HttpBody``. A nested struct marked ``Body()`` declares the property, too.
/// - Properties named `headers` (a dictionary, nil values left out), `timeout` (a `Duration`, or seconds) and `cachePolicy` have the
///   meaning of their names. All others are ignored.
///
/// The struct gets a memberwise initializer of its own access level, unless it has an initializer. Properties may be inside `#if`.
/// - Parameters:
///   - path: A string literal, appended to the client's base URL; may contain a query.
///   - response: The type of the response, which makes the struct a ``TypedHttpRequest``: `@Get("/users/:id", of: User.self)`. It must not be
///     declared within the struct, where the compiler cannot see it yet. Without it, the caller who sends the request chooses the type.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Get(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Get")

/// Makes a struct a POST request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Post(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Post")

/// Makes a struct a PUT request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Put(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Put")

/// Makes a struct a DELETE request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Delete(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Delete")

/// Makes a struct a PATCH request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Patch(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Patch")

/// Makes a struct a HEAD request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Head(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Head")

/// Makes a struct an OPTIONS request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Options(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Options")

/// Makes a struct a CONNECT request, like ``Get(_:of:)``.
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Connect(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Connect")

/// Makes a struct a TRACE request, like ``Get(_:of:)``. It cannot have a body (RFC 9110, section 9.3.8).
@attached(member, names: named(init), named(body), named(ResponseModel))
@attached(extension, conformances: HttpRequest, TypedHttpRequest, names: named(write(to:)))
public macro Trace(_ path: String, of response: (any Decodable.Type)? = nil) =
    #externalMacro(module: "MicroClientMacrosPlugin", type: "Trace")

/// Marks the property that a `:name` in the request's path stands for. Its value is encoded as one segment, whatever it contains.
///
/// The type must have a `description`, which is sent.
@attached(peer)
public macro Path() = #externalMacro(module: "MicroClientMacrosPlugin", type: "Path")

/// Marks a property as an item of the query, under its own name or the one given. A nil value is left out, an array makes one item for
/// each of its elements.
///
/// The type must have a `description`, which is sent, or a raw value that has one.
@attached(peer)
public macro Query(_ name: String? = nil) = #externalMacro(module: "MicroClientMacrosPlugin", type: "Query")

/// Marks a property as the request's body; a property named `body` needs no mark.
///
/// Before a struct or enum within the request it declares the property `body` of that type, unless there is one:
/// ```swift
/// @Post("/books")
/// struct AddBook {
///     @Body struct Book: HttpBody {
///         var title: String
///     }
/// }
///
/// let request = AddBook(body: AddBook.Book(title: "Emma"))
/// ```
@attached(peer)
public macro Body() = #externalMacro(module: "MicroClientMacrosPlugin", type: "Body")
