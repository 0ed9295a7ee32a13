import { forbiddenUrlsAt } from '../testing/forbidden-urls.ts';
import { createAddressPolicy, parseCidrs } from './address-policy.ts';
import { readTarget, targetRefusalTexts } from './target.ts';

const policy = createAddressPolicy();
const reasonOf = (text: string, isHttpAllowed = true): string => {
  const read = readTarget(text, { policy, isHttpAllowed });
  return read.ok ? 'none' : read.reason;
};

describe('a URL that may be called', () => {
  it('is read into its parts', () => {
    expect(readTarget('https://Shop.Example:8443/in/box?a=1', { policy })).toStrictEqual({
      ok: true,
      target: {
        href: 'https://shop.example:8443/in/box?a=1',
        origin: 'https://shop.example:8443',
        protocol: 'https:',
        host: 'shop.example',
        port: 8443,
        path: '/in/box?a=1',
      },
    });
  });

  it.each([
    ['https://shop.example', 443],
    ['http://shop.example', 80],
    ['https://shop.example:65535/', 65535],
    ['https://8.8.8.8/', 443],
    ['https://[2606:4700:4700::1111]/', 443],
    ['https://bücher.example/', 443],
    ['https://_under_score.shop.example/', 443],
  ])('may be %s', (text, port) => {
    expect(readTarget(text, { policy })).toMatchObject({ ok: true, target: { port } });
  });

  it('may name localhost and private addresses only where the operator allows them', () => {
    const local = createAddressPolicy({ allowCidrs: parseCidrs('127.0.0.0/8, 10.1.0.0/16') ?? [] });
    for (const text of ['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://10.1.2.3/']) {
      expect(readTarget(text, { policy: local })).toMatchObject({ ok: true });
      expect(reasonOf(text)).toBe('ADDRESS_NOT_ALLOWED');
    }
    for (const text of [
      'http://127.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://10.2.0.1/',
      'http://a.localhost/',
    ]) {
      expect(readTarget(text, { policy: local })).toStrictEqual({ ok: false, reason: 'ADDRESS_NOT_ALLOWED' });
    }
  });
});

describe('a URL that may not be called', () => {
  it.each(forbiddenUrlsAt(8080))('is %j', (text) => {
    expect(reasonOf(text)).not.toBe('none');
  });

  it.each([
    ['shop.example/path', 'MALFORMED'],
    ['', 'MALFORMED'],
    ['https://', 'MALFORMED'],
    ['https://shop.example/#top', 'MALFORMED'],
    ['https://shop.example/a b', 'MALFORMED'],
    ['https://shop.example/\u0000', 'MALFORMED'],
    ['https:/shop.example/', 'MALFORMED'],
    ['https://shop.example:99999/', 'MALFORMED'],
    ['ftp://shop.example/', 'SCHEME'],
    ['file:///etc/passwd', 'MALFORMED'],
    ['https://user:secret@shop.example/', 'USER_INFO'],
    ['https://shop.example:22/', 'PORT'],
    ['https://shop.example:1023/', 'PORT'],
    ['https://shop.example:5432/', 'PORT'],
    ['https://shop.example:6667/', 'PORT'],
    ['https://shop/', 'ADDRESS_NOT_ALLOWED'],
    ['https://shop.example./', 'ADDRESS_NOT_ALLOWED'],
    ['https://db.prod.svc/', 'ADDRESS_NOT_ALLOWED'],
    ['https://printer.local/', 'ADDRESS_NOT_ALLOWED'],
    ['https://1.0.0.10.in-addr.arpa/', 'ADDRESS_NOT_ALLOWED'],
    ['https://sh%6fp.example/', 'ADDRESS_NOT_ALLOWED'],
    ['https://[2606:4700:4700:0:0:0:0:1111]/', 'ADDRESS_NOT_ALLOWED'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'TOO_LONG'],
    [`https://shop.example/${'ü'.repeat(400)}`, 'TOO_LONG'],
  ])('is %j: %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it('is a http URL where only https is allowed', () => {
    expect(reasonOf('http://shop.example/', false)).toBe('SCHEME');
    expect(reasonOf('https://shop.example/', false)).toBe('none');
  });

  it('is refused with one text, whatever inside it names', () => {
    const texts = ['http://10.0.0.1/', 'http://127.1/', 'http://vault.internal/', 'http://redis/'].map(
      (text) => {
        const read = readTarget(text, { policy });
        return read.ok ? '' : targetRefusalTexts[read.reason];
      },
    );
    expect(new Set(texts)).toStrictEqual(new Set([targetRefusalTexts.ADDRESS_NOT_ALLOWED]));
  });
});
