import Foundation
import Testing

@testable import MailText

/// Mail that is encrypted or signed.
@Suite struct ProtectionTests {
  private func smime(_ type: String, _ bytes: [UInt8] = [0x30]) throws -> MessageBody {
    try read(
      "Content-Type: \(type)\nContent-Transfer-Encoding: base64\n"
        + "Content-Disposition: attachment; filename=smime.p7m\n\n"
        + Data(bytes).base64EncodedString() + "\n")
  }

  private let content: [UInt8] = [
    0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07,
  ]

  @Test func partsOfSMIMESayWhatTheyAre() throws {
    for subtype in ["pkcs7-mime", "x-pkcs7-mime"] {
      let type = "application/\(subtype); name=smime.p7m"
      for (parameter, protection) in [
        ("enveloped-data", Protection.encrypted(.smime)),
        ("authEnveloped-data", .encrypted(.smime)), ("signed-data", .insideSignature),
        ("certs-only", nil), ("compressed-data", nil),
      ] {
        let body = try smime(type + "; smime-type=\(parameter)")
        #expect(body.protection == protection, "\(subtype) \(parameter)")
        #expect(body.attachments.map(\.name) == ["smime.p7m"])
      }
      // Without a parameter the type of the content counts.
      #expect(try smime(type, content + [0x02]).protection == .insideSignature)
      #expect(try smime(type, content + [0x03]).protection == .encrypted(.smime))
    }
    let untyped = "application/octet-stream; name=smime.p7m"
    #expect(try smime(untyped, content + [0x03]).protection == .encrypted(.smime))
    #expect(try smime("application/octet-stream; name=x.bin").protection != nil)
    #expect(try read("Content-Type: application/octet-stream; name=x.bin\n\nx").protection == nil)
  }

  @Test(arguments: [
    ("application/pkcs7-signature", Protection.Standard.smime),
    ("application/x-pkcs7-signature", .smime), ("application/pgp-signature", .openPGP),
  ])
  func whatIsSignedBesideItsTextSaysSo(type: String, standard: Protection.Standard) throws {
    for name in ["; protocol=\"\(type)\"", ""] {
      let body = try read(
        """
        Content-Type: multipart/signed; boundary=s\(name)

        --s
        Content-Type: text/plain

        The gate is open.
        --s
        Content-Type: \(type)

        x
        --s--
        """)
      #expect(body.protection == .signed(standard) && body.text == "The gate is open.")
      #expect(body.attachments.isEmpty)
    }
  }

  private let armour = """
    -----BEGIN PGP MESSAGE-----
    Version: 1

    hQEMA9fJ0bxk1vG0AQf/b3h5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5
    eXl5eQ==
    =Zm9v
    -----END PGP MESSAGE-----
    """

  @Test func anEncryptedTextIsNoText() throws {
    let mail = "Subject: x\n\nHello.\n\(armour)\nBye.\n"
    let body = try read(mail)
    #expect(body.text.split { $0.isWhitespace } == ["Hello.", "Bye."])
    #expect(body.protection == .encrypted(.openPGP))
    #expect(body.choices.contains(.asWritten))
    #expect(try read("Subject: x\n\n" + armour).text.isEmpty)
    let written = try read(mail, as: .asWritten)
    #expect(written.text.contains("hQEMA9fJ0bxk1vG0AQf") && written.protection != nil)
    let editing = try read(mail, as: .forEditing)
    #expect(editing.text.contains("-----BEGIN PGP MESSAGE-----"))
    let bytes = Array(mail.utf8)
    let header = HeaderBlock(bytes, isWhole: true)
    #expect(Preview(bytes, header: header, isWhole: true).text == "Hello. Bye.")
  }

  @Test func ofASignedTextTheTextIsShown() throws {
    let mail = """
      Subject: x

      -----BEGIN PGP SIGNED MESSAGE-----
      Hash: SHA512

      The gate is open.

      - -- Ann
      -----BEGIN PGP SIGNATURE-----

      iQEzBAEBCgAdFiEE
      =abcd
      -----END PGP SIGNATURE-----

      Sent by a list.
      """
    let body = try read(mail)
    #expect(body.protection == .partlySigned)
    let whole = try read(mail.replacing("\n\nSent by a list.", with: "\n"))
    #expect(whole.protection == .signed(.openPGP))
    #expect(body.text.hasPrefix("The gate is open.\n") && body.text.contains("Sent by a list."))
    #expect(
      !body.text.contains("PGP") && !body.text.contains("- --") && !body.text.contains("abcd"))
  }

  @Test(arguments: [
    "Write -----BEGIN PGP MESSAGE----- above.", "> -----BEGIN PGP MESSAGE-----\n> \n> aGk=",
    "-----BEGIN PGP MESSAGE-----\n\nThis is a text.\n-----END PGP MESSAGE-----",
    "-----BEGIN PGP SIGNED MESSAGE-----\nNo header\n\nHello",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nThis is a text.\n-----END PGP PUBLIC KEY BLOCK-----",
  ])
  func whatIsNoArmourIsShown(text: String) throws {
    #expect(OpenPGPText(text) == nil)
    #expect(try read("Subject: x\n\n" + text).protection == nil)
  }

  @Test func aPublicKeyIsNoText() throws {
    let key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\naGk=\n-----END PGP PUBLIC KEY BLOCK-----"
    let body = try read("Subject: x\n\nMy key:\n\(key)\nAnn\n")
    #expect(body.protection == .publicKey)
    #expect(body.text.split { $0.isWhitespace } == ["My", "key:", "Ann"])
    // What is more than a key is what is said of the message.
    #expect(try read("Subject: x\n\n\(key)\n\(armour)").protection == .encrypted(.openPGP))
  }

  @Test(arguments: ["<pre>%</pre>", "<div>%</div>"])
  func armourInAPageIsNoText(around: String) throws {
    let lines = around.hasPrefix("<pre>") ? armour : armour.replacing("\n", with: "<br>\n")
    let body = try read(
      "Content-Type: text/html\n\n<p>Hello, <b>Bob</b>.</p>"
        + around.replacing("%", with: lines)
        + "<p>Yours, <b>Ann</b> at <a href='https://x.org'>x</a></p>")
    #expect(body.protection == .encrypted(.openPGP))
    #expect(
      body.text.split { $0.isWhitespace } == ["Hello,", "Bob.", "Yours,", "Ann", "at", "x"])
    // The marks stand where they stood.
    let marked = body.content.marks.filter { $0.kind == .bold || $0.kind == .link(0) }.map {
      String(decoding: Array(body.text.utf8)[$0.range], as: UTF8.self)
    }
    #expect(marked == ["Bob", "Ann", "x"])
  }

  @Test func whatExchangeMakesOfAnEncryptedMessageIsEncrypted() throws {
    let body = try read(
      """
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: text/plain

      --m
      Content-Type: application/pgp-encrypted; name="PGPMIME version identification"

      Version: 1
      --m
      Content-Type: application/octet-stream; name="encrypted.asc"
      Content-Disposition: attachment; filename=encrypted.asc

      \(armour)
      --m--
      """)
    #expect(body.protection == .encrypted(.openPGP))
    #expect(body.attachments.map(\.name) == ["encrypted.asc"])
  }

  @Test func theBeginningOfAnArmourIsNone() throws {
    // Whatever the budget, the text is the beginning of that of a larger one.
    let long =
      "Hello.\n" + armour.replacing("eXl5eQ==", with: String(repeating: "eXl5\n", count: 90_000))
    let body = try read("Subject: x\n\n" + long, within: TextBudget(bytes: 100, lines: 10))
    #expect(body.text.hasPrefix("Hello.") && !body.text.contains("eXl5"))
  }
}
