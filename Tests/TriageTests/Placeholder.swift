import Testing

@testable import Triage

@Test func placeholder() {}
