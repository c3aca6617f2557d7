extension Provider {
  /// By their own pages of help.
  static let all: [Provider] = [
    Provider(
      "Gmail", "imap.gmail.com", "smtp.gmail.com", .appPassword,
      link: "https://myaccount.google.com/apppasswords",
      oauth: OAuthClient(
        authorise: "https://accounts.google.com/o/oauth2/v2/auth",
        token: "https://oauth2.googleapis.com/token", scope: "https://mail.google.com/", id: ""),
      keepsSent: true, of: "gmail.com googlemail.com"),
    Provider(
      "iCloud", "imap.mail.me.com", "smtp.mail.me.com:587", .appPassword,
      link: "https://account.apple.com/account/manage", of: "icloud.com me.com mac.com"),
    Provider(
      "Outlook", "outlook.office365.com", "smtp-mail.outlook.com:587", .oauth,
      oauth: OAuthClient(
        authorise: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
        token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
        scope:
          "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
        id: ""), keepsSent: true,
      of: """
        outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.at outlook.be outlook.dk \
        outlook.ie outlook.jp outlook.pt outlook.cz outlook.com.br outlook.com.au hotmail.com \
        hotmail.co.uk hotmail.de hotmail.fr hotmail.it hotmail.es hotmail.be hotmail.nl hotmail.ch \
        hotmail.se hotmail.dk hotmail.no hotmail.ca live.com live.co.uk live.de live.fr live.it \
        live.nl live.be live.se live.dk live.no live.at live.ca live.com.au live.com.pt msn.com \
        passport.com windowslive.com
        """),
    Provider(
      "Fastmail", "imap.fastmail.com", "smtp.fastmail.com", .appPassword,
      link: "https://app.fastmail.com/settings/security",
      of: """
        fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.cn fastmail.de fastmail.es \
        fastmail.in fastmail.jp fastmail.nl fastmail.se fastmail.to fastmail.us fastmail.uk \
        fastmail.com.au fastmail.co.uk messagingengine.com sent.com mailbolt.com eml.cc
        """),
    Provider(
      "Yahoo", "imap.mail.yahoo.com", "smtp.mail.yahoo.com", .appPassword,
      link: "https://login.yahoo.com/account/security",
      of: """
        yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.at yahoo.be yahoo.ch \
        yahoo.dk yahoo.gr yahoo.ie yahoo.nl yahoo.no yahoo.pl yahoo.pt yahoo.ro yahoo.se yahoo.in \
        yahoo.co.in yahoo.co.id yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.com.sg \
        yahoo.com.tr ymail.com rocketmail.com myyahoo.com
        """),
    Provider(
      "AOL", "imap.aol.com", "smtp.aol.com", .appPassword,
      link: "https://login.aol.com/account/security", of: "aol.com aol.de aol.fr aol.co.uk aim.com"),
    Provider(
      "Proton Mail", "127.0.0.1:1143", "127.0.0.1:1025", .bridge,
      link: "https://proton.me/mail/bridge", of: "proton.me protonmail.com protonmail.ch pm.me"),
    Provider(
      "GMX", "imap.gmx.net", "mail.gmx.net", .permission, link: "https://www.gmx.net",
      of: "gmx.de gmx.net gmx.at gmx.ch gmx.eu gmx.li"),
    Provider(
      "GMX", "imap.gmx.com", "mail.gmx.com", .permission, link: "https://www.gmx.com",
      of: "gmx.com gmx.us gmx.co.uk gmx.fr gmx.es gmx.it"),
    Provider(
      "WEB.DE", "imap.web.de", "smtp.web.de:587", .permission, link: "https://web.de", of: "web.de"),
    Provider(
      "T-Online", "secureimap.t-online.de", "securesmtp.t-online.de", .appPassword,
      link: "https://account.idm.telekom.com", of: "t-online.de magenta.de"),
    Provider("freenet", "mx.freenet.de", "mx.freenet.de", of: "freenet.de"),
    Provider(
      "Posteo", "posteo.de", "posteo.de",
      of: "posteo.de posteo.net posteo.org posteo.at posteo.ch posteo.eu posteo.us posteo.me"),
    Provider("mailbox.org", "imap.mailbox.org", "smtp.mailbox.org", of: "mailbox.org"),
    Provider("Bluewin", "imaps.bluewin.ch", "smtpauths.bluewin.ch", of: "bluewin.ch"),
    Provider("Orange", "imap.orange.fr", "smtp.orange.fr", of: "orange.fr wanadoo.fr"),
    Provider("Free", "imap.free.fr", "smtp.free.fr", of: "free.fr"),
    Provider("La Poste", "imap.laposte.net", "smtp.laposte.net", of: "laposte.net"),
    Provider("SFR", "imap.sfr.fr", "smtp.sfr.fr", of: "sfr.fr neuf.fr cegetel.net"),
    Provider(
      "Libero", "imapmail.libero.it", "smtp.libero.it",
      of: "libero.it inwind.it iol.it blu.it giallo.it"
    ),
    Provider("Seznam", "imap.seznam.cz", "smtp.seznam.cz", of: "seznam.cz email.cz post.cz"),
    Provider(
      "WP", "imap.wp.pl", "smtp.wp.pl", .permission, link: "https://poczta.wp.pl", of: "wp.pl"),
    Provider(
      "Zoho", "imap.zoho.com", "smtp.zoho.com", .permission, link: "https://mail.zoho.com",
      of: "zoho.com zohomail.com"),
    Provider(
      "Zoho", "imap.zoho.eu", "smtp.zoho.eu", .permission, link: "https://mail.zoho.eu",
      of: "zoho.eu zohomail.eu"),
    Provider(
      "Zoho", "imap.zoho.in", "smtp.zoho.in", .permission, link: "https://mail.zoho.in",
      of: "zoho.in zohomail.in"),
    Provider(
      "Yandex", "imap.yandex.com", "smtp.yandex.com", .appPassword,
      link: "https://id.yandex.com/security/app-passwords",
      of: "yandex.com yandex.ru ya.ru yandex.by yandex.kz yandex.com.tr"),
    Provider(
      "Mail.ru", "imap.mail.ru", "smtp.mail.ru", .appPassword,
      link: "https://account.mail.ru/user/2-step-auth/passwords",
      of: "mail.ru inbox.ru list.ru bk.ru internet.ru"),
  ]
}
