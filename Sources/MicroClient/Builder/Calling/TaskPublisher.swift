import Foundation

#if canImport(Combine)
    import Combine
#endif

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClientCaller where Response == Data, Result == AnyPublisher<Value, any Error> {
    /// The caller that sends the request for each subscriber; cancelling the subscription cancels it.
    ///
    /// The value arrives on an unspecified thread. The publisher is Combine's if available, else this library's, with the same API.
    public static var httpPublisher: NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            TaskPublisher { try await configs.value(of: configs.httpClient.data(request, configs), serialize) }
                .eraseToAnyPublisher()
        } mock: { value in
            TaskPublisher { value }.eraseToAnyPublisher()
        }
    }
}

/// Publishes the result of an operation, which starts on demand.
struct TaskPublisher<Output>: Publisher {
    typealias Failure = any Error
    let operation: () async throws -> Output

    init(_ operation: @escaping () async throws -> Output) { self.operation = operation }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == any Error {
        subscriber.receive(subscription: TaskSubscription(operation, subscriber))
    }
}

/// `@unchecked Sendable`: the operation is run by the one task that it starts; the subscriber is accessed and released under the lock.
private final class TaskSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable
where Downstream.Failure == any Error {
    private struct State {
        var subscriber: Downstream?
        var task: Task<Void, Never>?
    }

    private let operation: () async throws -> Downstream.Input
    private let state: Locked<State>

    init(_ operation: @escaping () async throws -> Downstream.Input, _ subscriber: Downstream) {
        self.operation = operation
        state = Locked(State(subscriber: subscriber))
    }

    /// Starts a separate task, since the subscriber does not wait.
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { state in
            guard state.task == nil, state.subscriber != nil else { return }
            let running = Running { await self.run() }
            state.task = Task { await running.body() }
        }
    }

    func cancel() {
        let task = state.withLock { state in
            state.subscriber = nil
            return state.task
        }
        task?.cancel()
    }

    private func run() async {
        do {
            let value = try await operation()
            guard let subscriber = takeSubscriber() else { return }
            _ = subscriber.receive(value)
            subscriber.receive(completion: .finished)
        } catch {
            takeSubscriber()?.receive(completion: .failure(error))
        }
    }

    private func takeSubscriber() -> Downstream? {
        state.withLock { state in
            defer { state.subscriber = nil }
            return state.subscriber
        }
    }
}

/// `@unchecked Sendable`: passed to the one task that runs it.
private struct Running: @unchecked Sendable {
    let body: () async -> Void
}
