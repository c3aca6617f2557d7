"""GNOME Online Accounts in play: owns their name on the session bus, and says of accounts what a file says at that moment.

Usage: online_accounts.py FILE. The file is a list in JSON of {"id", "address", "host", "user", "security"} with "token" or "password", and where
told "attention", "mail" (whether it is for mail), "anew" (what the token becomes by EnsureCredentials, where it is null that fails and wants attention) and
"lifetime" in seconds. FILE.log has a line for each call. Prints a line once it can be asked.
"""

import json
import os
import sys

from gi.repository import Gio, GLib

NAME, ROOT = 'org.gnome.OnlineAccounts', '/org/gnome/OnlineAccounts'
DESCRIPTION = f'''<node>
<interface name="org.freedesktop.DBus.ObjectManager"><method name="GetManagedObjects"><arg type="a{{oa{{sa{{sv}}}}}}" direction="out"/></method></interface>
<interface name="{NAME}.Account"><method name="EnsureCredentials"><arg type="i" direction="out"/></method></interface>
<interface name="{NAME}.OAuth2Based"><method name="GetAccessToken"><arg type="s" direction="out"/><arg type="i" direction="out"/></method></interface>
<interface name="{NAME}.PasswordBased"><method name="GetPassword"><arg type="s"/><arg type="s" direction="out"/></method></interface>
</node>'''


class OnlineAccounts:
    def __init__(self, path):
        self.path = path
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        manager, *interfaces = Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces
        self.bus.register_object(ROOT, manager, self.answer, None, None)
        for number in range(8):
            for interface in interfaces:
                self.bus.register_object(f'{ROOT}/Accounts/{number}', interface, self.answer, None, None)
        self.bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'RequestName',
                           GLib.Variant('(su)', (NAME, 0)), None, 0, -1, None)

    def accounts(self):
        with open(self.path) as file:
            return json.load(file)

    def keep(self, accounts):
        with open(f'{self.path}.new', 'w') as file:
            json.dump(accounts, file)
        os.rename(f'{self.path}.new', self.path)

    def answer(self, bus, sender, path, interface, method, arguments, invocation):
        with open(f'{self.path}.log', 'a') as log:
            log.write(f'{method} {path.rpartition("/")[2]}\n')
        if method == 'GetManagedObjects':
            return invocation.return_value(GLib.Variant('(a{oa{sa{sv}}})', (self.objects(),)))
        accounts, number = self.accounts(), int(path.rpartition('/')[2])
        if number >= len(accounts):
            return invocation.return_dbus_error('org.freedesktop.DBus.Error.UnknownObject', 'No such object')
        account = accounts[number]
        if method == 'EnsureCredentials':
            if account.get('anew') is None:
                account['attention'] = True
                self.keep(accounts)
                return invocation.return_dbus_error(f'{NAME}.Error.NotAuthorized', 'Sign in again')
            account['token' if 'token' in account else 'password'] = account['anew']
            self.keep(accounts)
            return invocation.return_value(GLib.Variant('(i)', (3600,)))
        if method == 'GetAccessToken':
            return invocation.return_value(GLib.Variant('(si)', (account['token'], account.get('lifetime', 3600))))
        assert arguments.unpack() == ('imap-password',)
        return invocation.return_value(GLib.Variant('(s)', (account['password'],)))

    def objects(self):
        found = {}
        for number, account in enumerate(self.accounts()):
            security = account.get('security', 'none')
            mail = account.get('mail', True)
            object = found[f'{ROOT}/Accounts/{number}'] = {f'{NAME}.Account': {
                'Id': GLib.Variant('s', account['id']), 'ProviderName': GLib.Variant('s', account.get('provider', 'Google')),
                'AttentionNeeded': GLib.Variant('b', account.get('attention', False)), 'MailDisabled': GLib.Variant('b', not mail)}}
            if mail:
                object[f'{NAME}.Mail'] = {
                    'EmailAddress': GLib.Variant('s', account['address']), 'ImapSupported': GLib.Variant('b', True),
                    'ImapHost': GLib.Variant('s', account['host']), 'ImapUserName': GLib.Variant('s', account['user']),
                    'ImapUseSsl': GLib.Variant('b', security == 'tls'), 'ImapUseTls': GLib.Variant('b', security == 'starttls'),
                    'ImapAcceptSslErrors': GLib.Variant('b', True)}
            object[f'{NAME}.{"OAuth2Based" if "token" in account else "PasswordBased"}'] = {}
        return found


if __name__ == '__main__':
    served = OnlineAccounts(sys.argv[1])
    print('ready', flush=True)
    # Whoever started it has ended when there is nothing more to read.
    GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_HUP | GLib.IO_IN, lambda *_: os._exit(0))
    GLib.MainLoop().run()
