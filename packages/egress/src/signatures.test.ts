import { execFileSync } from 'node:child_process';
import { inspect } from 'node:util';
import { Webhook } from 'standardwebhooks';
import {
  createSigningSecret,
  randomSigningText,
  signatureHeaders,
  verifyLoyaltySignature,
  verifyStandardWebhook,
  type StandardHeaders,
} from './signatures.ts';

const id = '0198c0de-0000-8000-8000-000000000001';
const body = Buffer.from('{"event":"reward.issued","name":"Zoë"}');
const encoded = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const nowSeconds = Math.floor(Date.now() / 1000);
const message = { id, timestampSeconds: nowSeconds, body };

const headersOf = (current: string, previous: string | null = null) =>
  signatureHeaders(message, {
    current: createSigningSecret(current),
    previous: previous === null ? null : createSigningSecret(previous),
  });

const trioOf = (headers: ReturnType<typeof headersOf>): StandardHeaders => ({
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signature: headers['webhook-signature'],
});

describe('the trio of Standard Webhooks', () => {
  it('is verified by the published library, for a secret in its own form', () => {
    const verified = new Webhook(encoded).verify(body, { ...headersOf(encoded) });
    expect(verified).toStrictEqual(JSON.parse(body.toString()));
  });

  it.each([16, 24, 25, 32, 48, 64, 96])(
    'is verified by the published library, which takes %d bytes in base64 after whsec_ as they are',
    (size) => {
      const secret = `whsec_${Buffer.alloc(size, 'various bytes').toString('base64')}`;
      expect(() => new Webhook(secret).verify(body, { ...headersOf(secret) })).not.toThrow();
    },
  );

  it.each(['a plain secret, 16+', 'pässwörter sind keine Bytes', 'whsec_not canonical base64!'])(
    'is verified by the published library, given the UTF-8 bytes of %j',
    (secret) => {
      const library = new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
      expect(library.verify(body, { ...headersOf(secret) })).toStrictEqual(JSON.parse(body.toString()));
    },
  );

  it('▲ is not what the published library expects of a text beyond ASCII, which it takes for Latin-1', () => {
    const library = new Webhook('pässwörter sind keine Bytes', { format: 'raw' });
    expect(() => library.verify(body, { ...headersOf('pässwörter sind keine Bytes') })).toThrow(
      'No matching signature',
    );
  });

  it('carries both signatures while a rotation lasts', () => {
    const headers = headersOf('the new secret, longer', encoded);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(() => new Webhook(encoded).verify(body, { ...headers })).not.toThrow();
    for (const secret of ['the new secret, longer', encoded]) {
      expect(verifyStandardWebhook(createSigningSecret(secret), trioOf(headers), { body, nowSeconds })).toBe(
        true,
      );
    }
  });

  it('is what openssl computes', () => {
    const signed = Buffer.concat([Buffer.from(`${id}.${nowSeconds.toString()}.`), body]);
    const hex = openssl(signed, '0123456789abcdef01234567');
    expect(headersOf(encoded)['webhook-signature']).toBe(`v1,${Buffer.from(hex, 'hex').toString('base64')}`);
  });

  it('is verified as it was signed, and in no other way', () => {
    const secret = createSigningSecret(encoded);
    const good = trioOf(headersOf(encoded));
    const verify = (over: Partial<StandardHeaders>, sent = body, at = nowSeconds): boolean =>
      verifyStandardWebhook(secret, { ...good, ...over }, { body: sent, nowSeconds: at });
    expect(verify({})).toBe(true);
    expect(verify({ signature: `v1,AAAA v2,x ${good.signature ?? ''}` })).toBe(true);
    expect(verify({}, body, nowSeconds + 300)).toBe(true);
    expect(verify({}, body, nowSeconds + 301)).toBe(false);
    expect(verify({}, body, nowSeconds - 301)).toBe(false);
    expect(verify({}, Buffer.from('{}'))).toBe(false);
    expect(verify({ id: 'another' })).toBe(false);
    expect(verify({ timestamp: (nowSeconds + 1).toString() })).toBe(false);
    expect(verify({ timestamp: 'now' })).toBe(false);
    expect(verify({ signature: undefined })).toBe(false);
    expect(verify({ signature: 'v1,' })).toBe(false);
    expect(verifyStandardWebhook(createSigningSecret('another secret 16'), good, { body, nowSeconds })).toBe(
      false,
    );
  });
});

describe('X-Loyalty-Signature', () => {
  it('is the HMAC of the body with the secret as it was given, as openssl computes it', () => {
    for (const secret of ['a plain secret, 16+', encoded, 'pässwörter']) {
      expect(headersOf(secret)['x-loyalty-signature']).toBe(`sha256=${openssl(body, secret)}`);
    }
  });

  it('is of the new secret alone while a rotation lasts', () => {
    expect(headersOf('new secret', 'old secret')['x-loyalty-signature']).toBe(
      headersOf('new secret')['x-loyalty-signature'],
    );
  });

  it('is verified as it was signed, and in no other way', () => {
    const secret = createSigningSecret('a plain secret, 16+');
    const signature = headersOf('a plain secret, 16+')['x-loyalty-signature'];
    expect(verifyLoyaltySignature(secret, body, signature)).toBe(true);
    expect(verifyLoyaltySignature(secret, Buffer.from('{}'), signature)).toBe(false);
    expect(verifyLoyaltySignature(secret, body, signature.slice(7))).toBe(false);
    expect(verifyLoyaltySignature(secret, body, '')).toBe(false);
  });
});

test('a secret that is made here has 32 bytes of its own, and the published library takes it', () => {
  const texts = Array.from({ length: 100 }, randomSigningText);
  expect(new Set(texts).size).toBe(100);
  for (const text of texts) {
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createSigningSecret(text).standard.symmetricKeySize).toBe(32);
  }
  const [text = ''] = texts;
  expect(new Webhook(text).verify(body, { ...headersOf(text) })).toStrictEqual(JSON.parse(body.toString()));
});

it('a secret shows itself to nobody who prints it', () => {
  const secret = createSigningSecret('a plain secret, 16+');
  expect(inspect(secret, { depth: 9, showHidden: true }) + JSON.stringify(secret)).not.toMatch(
    /plain secret|6120706c/,
  );
});

const openssl = (signed: Buffer, secret: string): string => {
  const out = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: signed }).toString();
  return /([0-9a-f]{64})\s*$/.exec(out)?.[1] ?? '';
};
