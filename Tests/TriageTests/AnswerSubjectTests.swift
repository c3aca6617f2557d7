import Testing

@testable import Triage

@Suite struct AnswerSubjectTests {
  @Test(arguments: [
    ("", "Re:"), ("Lunch", "Re: Lunch"), ("Re: Lunch", "Re: Lunch"), ("RE: Lunch", "Re: Lunch"),
    ("re:Lunch", "Re: Lunch"), ("Re : Lunch", "Re: Lunch"), ("AW: Lunch", "Re: Lunch"),
    ("Antw: Lunch", "Re: Lunch"), ("SV: VS: Lunch", "Re: Lunch"),
    ("AW: Re: AW: Lunch", "Re: Lunch"),
    ("Re[2]: Lunch", "Re: Lunch"), ("Re (3): Lunch", "Re: Lunch"), ("RE^2: Lunch", "Re: Lunch"),
    ("回复：午饭", "Re: 午饭"), ("  Re:   Lunch ", "Re: Lunch"), ("[list] Lunch", "Re: [list] Lunch"),
    ("[list] Re: Lunch", "Re: [list] Lunch"), ("Re: [list] Lunch", "Re: [list] Lunch"),
    ("Re: [list] Re: Lunch", "Re: [list] Lunch"), ("[a] [b] AW: Lunch", "Re: [a] [b] Lunch"),
    ("Fwd: Lunch", "Re: Fwd: Lunch"), ("Re: Fwd: Lunch", "Re: Fwd: Lunch"),
    ("Fwd: Re: Lunch", "Re: Fwd: Re: Lunch"), ("WG: Lunch", "Re: WG: Lunch"),
    ("Regarding: lunch", "Re: Regarding: lunch"), ("R: the language", "Re: R: the language"),
    ("Reply: no", "Re: Reply: no"), ("Re", "Re: Re"), (":", "Re: :"), ("[", "Re: ["),
    ("Vá: Lunch", "Re: Lunch"), ("השב: Lunch", "Re: Lunch"), ("رد: Lunch", "Re: Lunch"),
    ("Trả lời: Lunch", "Re: Lunch"), ("Trả lời : Re: Lunch", "Re: Lunch"),
    ("Vs: the best lunch", "Re: Vs: the best lunch"), ("Trả: Lunch", "Re: Trả: Lunch"),
    ("Re:Re:Re:", "Re:"), ("Lunch\r\nBcc: b@y.org", "Re: Lunch  Bcc: b@y.org"),
  ])
  func aReplyHasOneMark(_ subject: String, _ expected: String) {
    #expect(Answer.reply.subject(of: subject) == expected)
    #expect(Answer.replyAll.subject(of: subject) == expected)
    #expect(Answer.reply.subject(of: expected) == expected)
  }

  @Test(arguments: [
    ("", "Fwd:"), ("Lunch", "Fwd: Lunch"), ("Fwd: Lunch", "Fwd: Lunch"),
    ("FW: Lunch", "Fwd: Lunch"),
    ("WG: Lunch", "Fwd: Lunch"), ("TR: Lunch", "Fwd: Lunch"), ("Re: Lunch", "Fwd: Re: Lunch"),
    ("Fwd: Re: Fwd: Lunch", "Fwd: Re: Fwd: Lunch"), ("[list] FW: Lunch", "Fwd: [list] Lunch"),
    ("转发：午饭", "Fwd: 午饭"), ("Továbbítás: Lunch", "Fwd: Lunch"), ("הועבר: Lunch", "Fwd: Lunch"),
    ("Chuyển tiếp: Lunch", "Fwd: Lunch"), ("tr: a command", "Fwd: tr: a command"),
  ])
  func whatIsPassedOnHasOneMark(_ subject: String, _ expected: String) {
    #expect(Answer.forward.subject(of: subject) == expected)
    #expect(Answer.forward.subject(of: expected) == expected)
  }

  @Test func manyMarksTakeNoTime() {
    let subject = String(repeating: "Re: ", count: 10_000) + "Lunch"
    #expect(Answer.reply.subject(of: subject).hasSuffix("Lunch"))
  }
}
