extension MessageBody.Attachment {
  /// Whether opening it may run it: a program, a script, a package, a link to one, or a document with
  /// macros, by its name or by its type. Such a one is saved only.
  ///
  /// Pages, drawings and documents without macros are shown by programs that are made for what strangers
  /// send, and are opened.
  public var runs: Bool {
    if Self.runningTypes.contains(type) { return true }
    // The endings that count are those that are left when the file is saved, and those as they are sent.
    return [name, safeFileName].contains { name in
      var name = name.lowercased()[...]
      while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
      guard let dot = name.lastIndex(of: ".") else { return false }
      return Self.runningEndings.contains(
        name[dot...].dropFirst().trimmingPrefix { $0.isWhitespace })
    }
  }

  /// Whether bytes begin as a program does, whatever they are called: what a desktop looks at when the name
  /// says nothing.
  package static func runs(contentBeginningWith bytes: some Collection<UInt8>) -> Bool {
    let start = bytes.prefix(64)
    // ELF, a script, a program of Windows or macOS, Java's classes.
    let signs: [[UInt8]] = [
      [0x7F, 0x45, 0x4C, 0x46], [0x23, 0x21], [0x4D, 0x5A], [0xCA, 0xFE, 0xBA, 0xBE],
      [0xCF, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF],
    ]
    if signs.contains(where: { start.starts(with: $0) }) { return true }
    let text = start.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x0A || $0 == 0x0D }
    return text.starts(with: "[Desktop Entry]".utf8)
      || text.starts(with: "[InternetShortcut]".utf8)
  }

  private static let runningEndings: Set<Substring> = [
    // Of Unix and its desktops.
    "desktop", "directory", "sh", "bash", "zsh", "csh", "ksh", "fish", "command", "run", "elf",
    "so", "appimage", "deb", "rpm", "snap", "flatpak", "flatpakref", "flatpakrepo", "pl", "pm",
    "py", "pyc", "pyo", "pyw", "pyz", "pyzw", "rb", "php", "phar", "tcl", "lua", "awk", "service",
    "workflow", "kdelnk", "url", "webloc",
    // Of any system.
    "jar", "jnlp", "class", "js", "jse", "mjs", "cjs", "wasm", "xpi", "crx", "action", "apk", "swf",
    // Of Windows and macOS.
    "exe", "com", "bat", "cmd", "scr", "pif", "cpl", "msi", "msix", "msp", "mst", "appx",
    "application",
    "gadget", "hta", "lnk", "inf", "reg", "rgs", "scf", "sct", "shb", "shs", "vb", "vbe",
    "vbs", "ws", "wsc", "wsf", "wsh", "ps1", "ps1xml", "ps2", "psc1", "psc2", "psm1", "msc", "msh",
    "msh1", "msh2", "chm", "hlp", "dll", "ocx", "sys", "drv", "ade", "adp", "mda", "mdb", "mde",
    "accde", "accdr", "accda", "app", "dmg", "pkg", "mpkg", "osx", "scpt", "scptd", "applescript",
    "terminal", "settingcontent-ms", "library-ms", "search-ms", "diagcab", "iso", "img", "vhd",
    "vhdx",
    "one", "xll", "xlam", "wll", "iqy", "slk",
    // With macros.
    "docm", "dotm", "xlsm", "xltm", "xlsb", "pptm", "potm", "ppsm", "ppam", "sldm",
  ]

  private static let runningTypes: Set<String> = [
    "application/x-desktop", "application/x-executable", "application/x-pie-executable",
    "application/x-sharedlib", "application/x-elf", "application/x-msdownload",
    "application/x-dosexec", "application/x-msdos-program", "application/x-ms-dos-executable",
    "application/vnd.microsoft.portable-executable", "application/x-ms-shortcut",
    "application/x-ms-installer", "application/x-msi", "application/x-bat",
    "application/x-shellscript",
    "application/x-sh", "application/x-csh", "text/x-sh", "text/x-shellscript", "text/x-script.sh",
    "application/x-perl", "text/x-perl", "text/x-python", "text/x-python3", "application/x-python",
    "text/x-script.python", "application/x-python-code", "text/x-ruby", "application/x-ruby",
    "application/x-php", "text/x-php", "text/x-tcl", "application/x-tcl", "text/x-lua",
    "application/javascript", "application/x-javascript", "text/javascript",
    "application/ecmascript",
    "text/ecmascript", "text/vbscript", "application/x-vbscript", "application/hta",
    "application/java-archive", "application/x-java-archive", "application/x-java",
    "application/x-java-applet", "application/x-java-jnlp-file", "application/x-deb",
    "application/vnd.debian.binary-package", "application/x-debian-package", "application/x-rpm",
    "application/x-redhat-package-manager", "application/vnd.appimage", "application/x-appimage",
    "application/x-iso9660-appimage", "application/vnd.flatpak", "application/vnd.flatpak.ref",
    "application/vnd.flatpak.repo", "application/vnd.snap",
    "application/vnd.android.package-archive",
    "application/x-mswinurl", "application/x-apple-diskimage", "application/wasm",
    "application/x-shockwave-flash", "application/vnd.ms-word.document.macroenabled.12",
    "application/vnd.ms-word.template.macroenabled.12",
    "application/vnd.ms-excel.sheet.macroenabled.12",
    "application/vnd.ms-excel.template.macroenabled.12",
    "application/vnd.ms-excel.addin.macroenabled.12",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
    "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
    "application/vnd.ms-powerpoint.template.macroenabled.12",
    "application/vnd.ms-powerpoint.addin.macroenabled.12",
  ]
}
