import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecuredUrl, securedUrlText, shownUrl } from './secured-connection.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyalty-secrets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('▲ a password and authorities of files are those that the files have when they are asked for', () => {
  const [passwordFile, caFile] = [join(folder, 'p w'), join(folder, 'ca.pem')];
  const text = securedUrlText('postgres://app@db:5433/loyalty?sslmode=verify-full', { passwordFile, caFile });
  const { url, host, user, password, ca } = readSecuredUrl(text);
  expect([url.href, host, user]).toEqual(['postgres://db:5433/loyalty?sslmode=verify-full', 'db', 'app']);
  for (const version of ['one', 'two']) {
    writeFileSync(passwordFile, `${version}&=\n`);
    writeFileSync(caFile, `${version}\r\n`);
    expect([password?.(), ca?.()]).toEqual([`${version}&=`, version]);
  }
});

test('an address without files has the password that stands in it, or none', () => {
  const given = readSecuredUrl('redis://u%40x:p%2Fw@[::1]:6380/1');
  expect([given.host, given.user, given.password?.(), given.ca]).toEqual(['::1', 'u@x', 'p/w', null]);
  expect(readSecuredUrl('redis://h').password).toBeNull();
});

test('an address is shown without credentials and without the names of files', () => {
  const text = securedUrlText('https://u:secret@h/path', { passwordFile: '/x', caFile: '/y' });
  expect(shownUrl(text)).toBe('https://h/path');
  expect(shownUrl('secret')).toBe('an address that is no URL');
});
