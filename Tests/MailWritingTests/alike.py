"""Reads the mails of a folder with Python's email package, and prints where one says anything but what the JSON beside it does."""
import email, email.header, email.policy, email.utils, glob, hashlib, json, re, sys


def flowed(text):
    """RFC 3676: the paragraphs of a text, each with its depth."""
    found, last = [], None
    for line in text.split('\n')[:-1]:
        marks = re.match('>*', line).group()
        rest = line[len(marks):]
        rest = rest[1:] if rest.startswith(' ') else rest
        isSoft = rest.endswith(' ') and rest != '-- '
        if last is not None and last[0] == len(marks) and rest != '-- ':
            last[1] += rest
        else:
            last = [len(marks), rest]
            found.append(last)
        if not isSoft:
            last = None
    return found


def parties(field):
    """By the older of Python's two readers: the newer one puts a space between two encoded words of a name."""
    return [
        [str(email.header.make_header(email.header.decode_header(name))), address]
        for name, address in email.utils.getaddresses([re.sub(r'\r?\n', '', field or '')])
        if address
    ]


def content(part):
    return part.get_payload(0).as_bytes() if part.get_content_type() == 'message/rfc822' else part.get_payload(decode=True)


wrong = 0
for path in sorted(glob.glob(sys.argv[1] + '/*.eml')):
    with open(path, 'rb') as file:
        data = file.read()
    with open(path[:-4] + '.json') as file:
        expected = json.load(file)
    mail = email.message_from_bytes(data, policy=email.policy.default)
    raw = email.message_from_bytes(data)
    text = mail.get_body(('plain',)).get_content().replace('\r\n', '\n')
    found = {
        'subject': str(mail['subject'] or ''), 'from': parties(raw['from']),
        'to': [] if str(mail['to']).startswith('undisclosed') else parties(raw['to']),
        'cc': parties(raw['cc']),
        'messageID': mail['message-id'].strip(), 'inReplyTo': str(mail['in-reply-to'] or '').strip(),
        'references': str(mail['references'] or '').split(),
        'text': flowed(text),
        'attachments': [
            [part['content-disposition'].params['filename'], part.get_content_type(), hashlib.sha256(content(part)).hexdigest()]
            # get_filename() would take quotes off that are of the name.
            for part in mail.iter_attachments()
        ],
    }
    problems = [f'{key}: {found[key]!r} instead of {value!r}' for key, value in expected.items() if found[key] != value]
    problems += [f'{type(defect).__name__}' for part in mail.walk() for defect in part.defects]
    for part in mail.walk():
        for name, value in part.items():
            problems += [f'{name}: {defect!r}' for defect in value.defects]
    lines = data.split(b'\n')
    problems += [f'long: {line[:40]!r}' for line in lines if len(line) > 998]
    problems += [f'not ASCII: {line[:60]!r}' for line in lines if not line.isascii()]
    problems += [f'encoded word too long: {word!r}' for word in re.findall(rb'=\?[^ \n]*\?=', data.split(b'\n\n')[0]) if len(word) > 75]
    problems += ['Bcc'] if mail['bcc'] is not None else []
    names = [name.lower() for name in mail.keys()]
    known = {'from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references', 'mime-version', 'content-type',
             'content-transfer-encoding', 'content-disposition'}
    problems += [f'field {name}' for name in names if name not in known or names.count(name) > 1]
    for problem in problems:
        print(path.split('/')[-1], problem)
        wrong += 1
sys.exit(wrong != 0)
