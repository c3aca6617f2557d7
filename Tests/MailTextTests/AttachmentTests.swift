import Testing

@testable import MailText

@Suite struct AttachmentTests {
  private func attachment(_ name: String, _ type: String = "application/octet-stream")
    -> MessageBody.Attachment
  {
    .init(name: name, type: type)
  }

  @Test(arguments: [
    ("a.pdf", "a.pdf"), (".bashrc", "bashrc"), ("-rf", "rf"), ("~", ""), ("..", ""), ("", ""),
    ("a/b", "a_b"), ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("a:b|c?.txt", "a_b_c_.txt"),
    ("report ", "report"), ("a.txt. . .", "a.txt"), ("\u{FFFD}\u{FFFD}", ""),
    ("a\u{200D}b.c", "ab.c"),
  ])
  func namesAreMadeSafe(name: String, safe: String) {
    #expect(attachment(name).safeFileName == safe)
  }

  @Test func aNameWithoutAnEndingGetsThatOfItsType() {
    #expect(attachment("photo", "image/jpeg").safeFileName == "photo.jpg")
    #expect(attachment("photo.png", "image/jpeg").safeFileName == "photo.png")
    #expect(attachment("v1.2 is out", "message/rfc822").safeFileName == "v1.2 is out.eml")
    #expect(attachment("", "image/png").fileExtension == ".png")
    let long = attachment(String(repeating: "ü", count: 300) + ".pdf").safeFileName
    #expect(long.utf8.count <= 255 && long.hasSuffix("ü.pdf"))
  }

  @Test func whatRunsIsKnownByNameAndByType() {
    for name in [
      "a.exe", "A.EXE", "a.pdf.exe", "a.exe ", "a.exe.", "a.desktop", "a.sh", "a.jar", "a.js",
      "a.vbs",
      "a.lnk", "a.docm", "a.xlsm", "a.AppImage", "a.deb", "a.scr", "a.py", "a. exe",
      "a.exe\u{200D}",
    ] {
      #expect(attachment(name).runs, "\(name)")
    }
    for name in [
      "a.pdf", "a.html", "a.svg", "a.docx", "a.exe.txt", "exe", "a", "", "a.png", "a.eml", "a.ics",
      "a.zip", "desktop.jpg",
    ] {
      #expect(!attachment(name).runs, "\(name)")
    }
    #expect(attachment("a.txt", "application/x-desktop").runs)
    #expect(attachment("", "application/x-shellscript").runs)
    #expect(MessageBody.Attachment.runs(contentBeginningWith: Array("#!/bin/sh\n".utf8)))
    #expect(MessageBody.Attachment.runs(contentBeginningWith: Array("\n[Desktop Entry]\n".utf8)))
    #expect(!MessageBody.Attachment.runs(contentBeginningWith: Array("%PDF-1.7".utf8)))
    #expect(!MessageBody.Attachment.runs(contentBeginningWith: []))
  }
}
