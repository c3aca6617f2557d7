"""Mail of which each would have the program touch the network, by one technique, if it were read carelessly.

`ALL` has the mails by the names of their techniques. Each begins with the text 'It begins.' and names hosts below HOST, so that what is
heard tells who asked.
"""

import base64
import email.message
import email.policy

from . import reading_mail

HOST = 'heard.example'
TEXT = 'It begins.'
# By technique: HTML behind the text; %s is where it would fetch from, without its scheme.
HTML = {
    'img': '<img src="http://%s/a.png">',
    'img https': '<img src="https://%s/a.png" width=1 height=1>',
    'img without scheme': '<img src="//%s/a.png">',
    'img ftp': '<img src="ftp://%s/a.png">',
    'img unc': '<img src="\\\\%s\\share\\a.png"><img src="file://%s/share/a.png"><img src="smb://%s/share/a.png">',
    'img dynsrc': '<img dynsrc="http://%s/a.avi" lowsrc="http://%s/low.png" longdesc="http://%s/long">',
    'img lazy': '<img loading=lazy data-src="http://%s/lazy.png" src="http://%s/eager.png">',
    'img broken tag': '<img/src="http://%s/a.png"/onerror="this.src=\'http://%s/b.png\'" <b>',
    'srcset': '<img srcset="http://%s/1.png 1x, http://%s/2.png 2x">',
    'picture source': '<picture><source srcset="http://%s/a.webp" type="image/webp"><img src="http://%s/a.png"></picture>',
    'image input': '<form><input type=image src="http://%s/a.png"></form>',
    'style import': '<style>@import url("http://%s/a.css"); @import "http://%s/b.css";</style>',
    'style background': '<style>body { background: url(http://%s/a.png) }</style><div style="background-image:url(\'http://%s/b.png\')">more</div>',
    'style escaped': '<style>body { back\\67round: u\\72l(http://%s/a.png) }</style>',
    'style lists and cursors': '<ul style="list-style-image:url(http://%s/a.png);cursor:url(http://%s/b.cur),auto"><li>one</ul>',
    'style content': '<style>p::after { content: url(http://%s/a.png) }</style><div style="border-image:url(http://%s/b.png) 3">more</div>',
    'font face': '<style>@font-face { font-family: f; src: url(http://%s/a.woff2) } p { font-family: f }</style>',
    'style filter': '<div style="behavior:url(http://%s/a.htc);-moz-binding:url(http://%s/b.xml);filter:url(http://%s/c.svg)">more</div>',
    'svg image': '<svg width=9 height=9><image href="http://%s/a.png" xlink:href="http://%s/b.png" width=9 height=9 /></svg>',
    'svg use': '<svg><use href="http://%s/a.svg#b"/><feImage xlink:href="http://%s/c.png"/></svg>',
    'svg foreign': '<svg><foreignObject><img src="http://%s/a.png"></foreignObject><style>@import "http://%s/a.css";</style></svg>',
    'svg script': '<svg onload="fetch(\'http://%s/a\')"><script href="http://%s/a.js"/></svg>',
    'iframe': '<iframe src="http://%s/a.html"></iframe>',
    'iframe srcdoc': '<iframe srcdoc="&lt;img src=http://%s/a.png&gt;"></iframe>',
    'frameset': '</body><frameset><frame src="http://%s/a.html"></frameset>',
    'object': '<object data="http://%s/a.swf" classid="http://%s/b" codebase="http://%s/"><param name=movie value="http://%s/c.swf"></object>',
    'embed': '<embed src="http://%s/a.swf" pluginspage="http://%s/b">',
    'applet': '<applet code="A.class" codebase="http://%s/" archive="a.jar"></applet>',
    'audio': '<audio autoplay src="http://%s/a.ogg"></audio>',
    'video': '<video autoplay poster="http://%s/a.png" src="http://%s/a.webm"><track default src="http://%s/a.vtt"></video>',
    'video source': '<video preload=auto><source src="http://%s/a.mp4"></video>',
    'stylesheet': '<link rel=stylesheet href="http://%s/a.css">',
    'prefetch': '<link rel=prefetch href="http://%s/a.html"><link rel=prerender href="http://%s/b.html">',
    'dns prefetch': '<meta http-equiv="x-dns-prefetch-control" content="on"><link rel=dns-prefetch href="//%s"><a href="http://%s/">link</a>',
    'preconnect': '<link rel=preconnect href="https://%s">',
    'preload': '<link rel=preload as=image href="http://%s/a.png"><link rel=modulepreload href="http://%s/a.mjs">',
    'icon': '<link rel="shortcut icon" href="http://%s/a.ico"><link rel=apple-touch-icon href="http://%s/b.png">',
    'manifest': '<link rel=manifest href="http://%s/a.json"><html manifest="http://%s/b.appcache">',
    'pingback': '<link rel=pingback href="http://%s/a"><link rel=import href="http://%s/b.html"><link rel=alternate href="http://%s/feed">',
    'refresh': '<meta http-equiv=refresh content="0; url=http://%s/a.html">',
    'refresh header': '<meta http-equiv=refresh content="0; http://%s/a.html"><meta http-equiv="Link" content="&lt;http://%s/a.css&gt;; rel=stylesheet">',
    'policy report': '<meta http-equiv="Content-Security-Policy" content="img-src none; report-uri http://%s/a"><img src="http://%s/b.png">',
    'cookie': '<meta http-equiv=Set-Cookie content="a=b; domain=%s"><meta property="og:image" content="http://%s/a.png">',
    'base': '<base href="http://%s/"><img src="a.png"><link rel=stylesheet href="a.css">',
    'form': '<form action="http://%s/a" method=get><input name=a autofocus onfocus="this.form.submit()"><button>Go</button></form>',
    'script': '<script src="http://%s/a.js"></script><script>new Image().src = "http://%s/b.png"</script>',
    'import map': '<script type=importmap>{"imports": {"a": "http://%s/a.js"}}</script><script type=module>import "a"</script>',
    'handlers': '<b onmouseover="location=\'http://%s/a\'" onpointerenter="fetch(\'http://%s/b\')">more</b>',
    'ping': '<a href="http://%s/a" ping="http://%s/b" onclick="fetch(\'http://%s/c\')">link</a>',
    'table background': '<table background="http://%s/a.png"><tr background="http://%s/b.png"><td background="http://%s/c.png">cell</table>',
    'body background': '<body background="http://%s/a.png">',
    'bgsound': '<bgsound src="http://%s/a.wav">',
    'layer': '<layer src="http://%s/a"></layer><ilayer src="http://%s/b"></ilayer><xml src="http://%s/c"></xml>',
    'xml stylesheet': '<?xml-stylesheet href="http://%s/a.xsl"?><?import implementation="http://%s/b">',
    'conditional comment': '<!--[if gte mso 9]><v:fill type="tile" src="http://%s/a.png" /><![endif]--><v:image src="http://%s/b.png" />',
    'mathml': '<math href="http://%s/a"><maction actiontype="statusline#http://%s/b" xlink:href="http://%s/c">x</maction></math>',
    'data page': '<iframe src="data:text/html,<img src=http://%s/a.png>"></iframe><img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'><image href=\'http://%s/b.png\'/></svg>">',
    'cid confusion': '<img src="cid:http://%s/a.png"><img src="mid:%s/a"><img src="cid:../%s">',
    'view source': '<iframe src="view-source:http://%s/a"></iframe><img src="jar:http://%s/a.zip!/b.png">',
    'noscript and template': '<noscript><img src="http://%s/a.png"></noscript><template><img src="http://%s/b.png"></template>',
    'portal and fenced frame': '<portal src="http://%s/a"></portal><fencedframe src="http://%s/b"></fencedframe>',
    'blockquote cite': '<blockquote cite="http://%s/a">more</blockquote><q cite="http://%s/b">more</q><ins cite="http://%s/c">more</ins>',
    'itemtype': '<div itemscope itemtype="http://%s/Event" data-link="http://%s/a"><link itemprop=image href="http://%s/a.png"></div>',
    'pretending links': '<a href="http://a.%s/">http://b.%s/</a> <a href="http://xn--80ak6aa92e.%s/">link</a> <a href="http://192.0.2.7/">link</a>',
    'linked picture': '<a href="http://a.%s/"><img src="http://b.%s/a.png" alt="picture"></a><map><area href="http://c.%s/"></map>',
}
DOCUMENT_TYPES = {
    'external document type': '<!DOCTYPE html SYSTEM "http://%s/a.dtd">',
    'external entity': '<!DOCTYPE html [<!ENTITY a SYSTEM "http://%s/a.txt"><!ENTITY %% b SYSTEM "http://%s/b.dtd"> %%b;]>',
    'xhtml namespace': '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//Nobody//DTD X//EN" "http://%s/x.dtd"><html xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="http://%s/a.xml"/>',
}
# Fields of the header.
FIELDS = {
    'receipt': 'Disposition-Notification-To: a@%s\nReturn-Receipt-To: a@%s\nX-Confirm-Reading-To: a@%s\nRead-Receipt-To: a@%s',
    'list': 'List-Unsubscribe: <https://%s/a>, <mailto:a@%s>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\nList-Archive: <http://%s/b>\n'
            'List-Help: <http://%s/c>\nList-Subscribe: <http://%s/d>\nArchived-At: <http://%s/e>',
    'faces': 'Face: http://%s/a.png\nX-Face: http://%s/b\nX-Image-URL: http://%s/c.png\nBIMI-Location: v=BIMI1; l=https://%s/d.svg\n'
             'BIMI-Selector: v=BIMI1; s=default\nX-Avatar: http://%s/e.png',
    'signature of the sender': 'DKIM-Signature: v=1; a=rsa-sha256; d=%s; s=key; h=from; bh=AAAA; b=AAAA\nARC-Seal: i=1; d=%s; s=key; b=AAAA\n'
                               'Received-SPF: none (x: %s)\nAuthentication-Results: x.%s; dkim=fail header.d=%s',
    'keys': 'OpenPGP: id=AAAA; url=http://%s/a.asc\nAutocrypt: addr=a@%s; keydata=AAAA\nX-PGP-Key: http://%s/b.asc',
    'location': 'Content-Location: http://%s/a.html\nContent-Base: http://%s/',
    'features': 'X-Mailer: <img src="http://%s/a.png">\nErrors-To: a@%s\nOrganization: http://%s/\nX-URL: http://%s/\nJabber-ID: a@%s',
}
CALENDAR = '''BEGIN:VCALENDAR
VERSION:2.0
METHOD:REQUEST
URL:http://%s/calendar
SOURCE;VALUE=URI:http://%s/source.ics
BEGIN:VTIMEZONE
TZID:Far
TZURL:http://%s/zone.ics
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0100
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:a@%s
SUMMARY:A feast
DTSTART;TZID=Far:20261002T140000
DTEND;TZID=Far:20261002T150000
LOCATION;ALTREP="http://%s/room":http://%s/place
URL:http://%s/event
ATTACH:http://%s/a.pdf
IMAGE;VALUE=URI:http://%s/a.png
CONFERENCE;VALUE=URI:https://%s/join
ORGANIZER;DIR="ldap://%s/o=x":mailto:a@%s
ATTENDEE:mailto:b@%s
BEGIN:VALARM
ACTION:AUDIO
TRIGGER:-PT15M
ATTACH;FMTTYPE=audio/basic:http://%s/alarm.aud
END:VALARM
END:VEVENT
END:VCALENDAR
'''
CARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Eve\nPHOTO;VALUE=uri:http://%s/a.png\nLOGO:http://%s/b.png\nKEY:http://%s/c.asc\nSOURCE:http://%s/d.vcf\nURL:http://%s/\nEND:VCARD\n'
SVG = ('<?xml version="1.0"?><?xml-stylesheet href="http://%s/a.css"?><!DOCTYPE svg [<!ENTITY a SYSTEM "http://%s/b.txt">]>'
       '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">'
       '<style>@import url(http://%s/c.css);</style><image xlink:href="http://%s/d.png" width="90" height="90"/>'
       '<use xlink:href="http://%s/e.svg#f"/><text>&a;</text></svg>')
PAGE = '<html><body>Page.<img src="http://%s/a.png"><iframe src="http://%s/b"></iframe></body></html>'
PDF = ('%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(http://%s/a)>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
       '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n')
LAUNCHER = '[Desktop Entry]\nType=Link\nName=Readme\nURL=http://%s/a\nIcon=http://%s/b.png\n'
# Attached files: their type, name and content.
FILES = {
    'attached svg': ('image/svg+xml', 'a.svg', SVG),
    'attached page': ('text/html', 'a.html', PAGE),
    'attached pdf': ('application/pdf', 'a.pdf', PDF),
    'attached launcher': ('application/x-desktop', 'a.desktop', LAUNCHER),
    'attached internet shortcut': ('application/octet-stream', 'a.url', '[InternetShortcut]\nURL=http://%s/a\nIconFile=\\\\%s\\b.ico\n'),
    'attached playlist': ('audio/x-mpegurl', 'a.m3u', '#EXTM3U\nhttp://%s/a.mp3\n'),
    'attached card': ('text/vcard', 'a.vcf', CARD),
    'attached feed': ('application/rss+xml', 'a.rss', '<?xml version="1.0"?><!DOCTYPE rss SYSTEM "http://%s/a.dtd"><rss/>'),
    'attached configuration': ('application/xml', 'config-v1.1.xml', '<clientConfig><emailProvider id="%s"/></clientConfig>'),
}
EXTERNAL = '''Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

{text}
--b
Content-Type: message/external-body; access-type=URL; URL="http://{host}/a.html"

Content-Type: text/html

--b
Content-Type: message/external-body; access-type=anon-ftp; site="{host}"; name="a.txt"; directory="pub"

Content-Type: text/plain

--b
Content-Type: message/external-body; access-type=mail-server; server="a@{host}"

Content-Type: text/plain

get a
--b
Content-Type: message/partial; id="a@{host}"; number=1; total=2

Subject: part

--b--
'''
REPORT = '''Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

{text}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; {host}

Final-Recipient: rfc822; a@{host}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.{host}
Diagnostic-Code: x-http; see http://{host}/a

--b
Content-Type: message/rfc822

From: a@{host}
Subject: Returned
Content-Type: text/html

<img src="http://{host}/b.png">
--b--
'''


def at(host, template):
    return template.replace('%s', host).replace('%%', '%')


def host_of(technique):
    return f'{technique.replace(" ", "-")}.{HOST}'


def mail(technique, body, fields=''):
    host = host_of(technique)
    return (f'From: Eve <eve@{host}>\nTo: Reader <reader@desk.invalid>\nSubject: {technique}\nMIME-Version: 1.0\n'
            + (fields + '\n' if fields else '') + body).encode()


def page(technique, html, fields='', document_type=''):
    return mail(technique, f'Content-Type: text/html; charset=utf-8\n\n{document_type}<body><p>{TEXT}</p>{html}', fields)


def composed(technique, add):
    """A mail that Python's own library puts together, of which `add` makes more than the text."""
    message = email.message.EmailMessage()
    message['From'], message['Subject'] = f'Eve <eve@{host_of(technique)}>', technique
    message.set_content(TEXT + '\n')
    add(message)
    return message.as_bytes(policy=email.policy.SMTP.clone(linesep='\n'))


def with_file(technique, kind, name, content):
    main, sub = kind.split('/')
    return composed(technique, lambda message: message.add_attachment(content, maintype=main, subtype=sub, filename=name))


def related(technique):
    """Parts of the mail itself under the names of what the page fetches: taken from the mail, or not at all."""
    host = host_of(technique)
    picture = base64.encodebytes(reading_mail.png_bomb(side=100)).decode()
    return mail(technique, f'''Content-Type: multipart/related; boundary=b; start="<http://{host}/start>"
Content-Location: http://{host}/

--b
Content-Type: text/html
Content-ID: <http://{host}/start>

<p>{TEXT}</p><img src="http://{host}/a.png"><img src="cid:http://{host}/b.png"><img src="a.png">
--b
Content-Type: image/png
Content-Location: http://{host}/a.png
Content-Transfer-Encoding: base64

{picture}
--b
Content-Type: image/png
Content-ID: <http://{host}/b.png>
Content-Transfer-Encoding: base64

{picture}
--b--
''')


def sealed(technique):
    """What asks for keys and for lists of those that are withdrawn."""
    host = host_of(technique)
    return mail(technique, f'''Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=b

--b
Content-Type: text/plain

{TEXT}
--b
Content-Type: application/pkcs7-signature; name="smime.p7s"
Content-Transfer-Encoding: base64

{base64.encodebytes(f"http://{host}/ca.crl http://ocsp.{host}/".encode()).decode()}
--b
Content-Type: application/pgp-keys; name="a.asc"

-----BEGIN PGP PUBLIC KEY BLOCK-----
Comment: hkp://{host}/

AAAA
-----END PGP PUBLIC KEY BLOCK-----
--b--
''')


def nested(technique):
    inner = email.message_from_bytes(page('inner', '<img src="http://inner.heard.example/a.png"><link rel=prefetch href="http://inner.heard.example/b">'),
                                     policy=email.policy.default)
    return composed(technique, lambda message: message.add_attachment(inner, filename='inner.eml'))


def calendar(technique):
    content = at(host_of(technique), CALENDAR)
    return composed(technique, lambda message: message.add_alternative(content, subtype='calendar', params={'method': 'REQUEST'}))


def plain(technique):
    host = host_of(technique)
    lines = [f'{scheme}{host}/a' for scheme in ('http://', 'https://', 'ftp://', 'smb://', 'nfs://', 'file://', '//', '\\\\', 'www.')]
    return mail(technique, 'Content-Type: text/plain\n\n' + '\n'.join([TEXT, *lines, f'mailto:a@{host}', f'[img]http://{host}/b.png[/img]', '']))


# Those whose mail has a page of its own.
PAGES = [*HTML, *DOCUMENT_TYPES, *FIELDS, 'related']
ALL = {
    **{name: page(name, at(host_of(name), html)) for name, html in HTML.items()},
    **{name: page(name, '&a; &b;', document_type=at(host_of(name), kind)) for name, kind in DOCUMENT_TYPES.items()},
    **{name: page(name, '<a href="a.html">link</a><img src="a.png">', fields=at(host_of(name), fields)) for name, fields in FIELDS.items()},
    **{name: with_file(name, kind, file, at(host_of(name), content).encode()) for name, (kind, file, content) in FILES.items()},
    'external body': mail('external body', EXTERNAL.format(text=TEXT, host=host_of('external body'))),
    'bounce': mail('bounce', REPORT.format(text=TEXT, host=host_of('bounce'))),
    'related': related('related'), 'sealed': sealed('sealed'), 'nested': nested('nested'), 'calendar': calendar('calendar'), 'plain': plain('plain'),
}
