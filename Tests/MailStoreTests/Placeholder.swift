import Testing

@testable import MailStore

@Test func placeholder() {}
