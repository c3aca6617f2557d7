import Testing

@testable import PanEngine

@Test func placeholder() {}
