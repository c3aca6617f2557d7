import CGtk

/// Tells files that would run when they are opened: such are never opened, only saved.
nonisolated enum RunningFile {
  /// Whether a part is one by what the mail says of it.
  static func isOne(name: String, type: String) -> Bool {
    if isProgram(type) { return true }
    // Windows drops dots and blanks at the end of a name.
    let bare = name.lowercased().trimmingEnd { $0 == "." || $0 == " " }
    if let dot = bare.lastIndex(of: "."), endings.contains(String(bare[bare.index(after: dot)...]))
    {
      return true
    }
    return guessed(name, [])
  }

  /// Whether a part is one by what is in it, whatever the mail says.
  static func isOne(_ bytes: [UInt8], name: String) -> Bool {
    signs.contains { bytes.starts(with: $0) }
      || [name, nil].contains { guessed($0, Array(bytes.prefix(4_096))) }
  }

  private static func guessed(_ name: String?, _ bytes: [UInt8]) -> Bool {
    var isUncertain: gboolean = 0
    guard let type = g_content_type_guess(name, bytes, gsize(bytes.count), &isUncertain) else {
      return false
    }
    defer { g_free(type) }
    return isProgram(String(cString: type))
  }

  private static func isProgram(_ type: String) -> Bool {
    let type = type.lowercased()
    return programs.contains(type) || programs.contains { g_content_type_is_a(type, $0) != 0 }
  }

  /// ELF, DOS and Windows, scripts, and links of Windows.
  private static let signs: [[UInt8]] = [
    [0x7F, 0x45, 0x4C, 0x46], [0x4D, 0x5A], [0x23, 0x21],
    [0x4C, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02],
  ]

  private static let programs: Set<String> = [
    "application/x-executable", "application/x-pie-executable", "application/x-sharedlib",
    "application/x-desktop",
    "application/x-shellscript", "application/x-sh", "application/x-csh", "text/x-sh",
    "application/x-msdownload", "application/x-dosexec",
    "application/x-ms-dos-executable", "application/vnd.microsoft.portable-executable",
    "application/x-msi", "application/x-ms-shortcut", "application/x-bat", "application/hta",
    "application/javascript", "text/javascript", "application/x-javascript",
    "application/x-java-archive", "application/java-archive", "application/x-java-jnlp-file",
    "application/x-perl", "text/x-python", "application/x-ruby", "application/vnd.appimage",
    "application/x-iso9660-appimage", "application/vnd.debian.binary-package",
    "application/x-rpm", "application/vnd.flatpak", "application/vnd.flatpak.ref",
    "application/x-apple-diskimage", "text/vbscript", "application/x-powershell",
  ]

  private static let endings: Set<String> = [
    "appimage", "apk", "app", "bat", "chm", "cmd", "com", "command", "cpl", "csh", "deb", "desktop",
    "dll", "dmg", "exe",
    "flatpak", "flatpakref", "hta", "iqy", "jar", "jnlp", "js", "jse", "ksh", "lnk", "msc", "msi",
    "msix", "msp", "pif", "pl", "ps1", "psm1", "py", "pyc", "pyw", "rb", "reg", "rpm", "run", "scf",
    "scr", "service", "sh",
    "snap", "url", "vb", "vbe", "vbs", "wsf", "wsh", "xll", "zsh",
  ]
}

extension String {
  fileprivate nonisolated func trimmingEnd(_ isDropped: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isDropped(last) { text.removeLast() }
    return text
  }
}
