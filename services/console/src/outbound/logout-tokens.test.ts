import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createLogoutTokens } from './logout-tokens.ts';

const issuer = 'http://localhost:9000';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const nowMs = Date.parse('2026-11-29T12:00:00Z');
const nowS = nowMs / 1_000;

let server: Server;
let jwksUrl: string;
let keys: Readonly<
  Record<'own' | 'other', { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }>
>;

beforeAll(async () => {
  keys = { own: await generateKeyPair('RS256'), other: await generateKeyPair('RS256') };
  const jwk = Object.assign(await exportJWK(keys.own.publicKey), { kid: 'one', alg: 'RS256', use: 'sig' });
  server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/jwks`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const good: JWTPayload = {
  iss: issuer,
  aud: 'console',
  iat: nowS,
  exp: nowS + 120,
  jti: 'one',
  sub: 'nomsa',
  sid: 'sign-in-1',
  events: { [event]: {} },
};

interface Token {
  readonly change?: Readonly<Record<string, unknown>>;
  readonly typ?: string;
  readonly signer?: 'own' | 'other';
}

const tokenOf = ({ change = {}, typ, signer = 'own' }: Token): Promise<string> =>
  new SignJWT(Object.assign({}, good, change))
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...(typ !== undefined && { typ }) })
    .sign(keys[signer].privateKey);

const read = async (token: string, signer = { issuer, jwksUrl }) =>
  createLogoutTokens({ clientId: 'console', clock: { now: () => nowMs } })(token, signer);

test.each<[what: string, token: Token]>([
  ['no type', {}],
  ['its own type', { typ: 'logout+jwt' }],
  ['the type of any token', { typ: 'JWT' }],
  ['a list of audiences', { change: { aud: ['other', 'console'] } }],
  ['a clock that is 20 s ahead', { change: { iat: nowS + 20 } }],
])('a logout token with %s is taken', async (_, token) => {
  expect(await read(await tokenOf(token))).toEqual({
    jti: 'one',
    subject: 'nomsa',
    providerSession: 'sign-in-1',
  });
});

test('a token may name a person alone, or a sign-in alone', async () => {
  expect(await read(await tokenOf({ change: { sid: undefined } }))).toMatchObject({ providerSession: null });
  expect(await read(await tokenOf({ change: { sub: undefined } }))).toMatchObject({ subject: null });
});

test.each<[what: string, token: Token]>([
  ['of another type', { typ: 'at+jwt' }],
  ['signed by another key', { signer: 'other' }],
  ['of another issuer', { change: { iss: 'http://localhost:9001' } }],
  ['for another client', { change: { aud: 'shop' } }],
  ['for nobody', { change: { aud: undefined } }],
  ['that has ended', { change: { exp: nowS - 31 } }],
  ['without an end', { change: { exp: undefined } }],
  ['without a beginning', { change: { iat: undefined } }],
  ['that is older than ten minutes', { change: { iat: nowS - 631, exp: nowS + 600 } }],
  ['of a time to come', { change: { iat: nowS + 31 } }],
  ['with a nonce, as an ID token has', { change: { nonce: 'n' } }],
  ['without events', { change: { events: undefined } }],
  ['of another event', { change: { events: { 'http://schemas.example/other': {} } } }],
  ['whose event is no object', { change: { events: { [event]: true } } }],
  ['whose events are a list', { change: { events: [event] } }],
  ['without jti', { change: { jti: undefined } }],
  ['whose jti is no text', { change: { jti: 7 } }],
  ['that names nobody', { change: { sub: undefined, sid: undefined } }],
  ['whose subject is no text', { change: { sub: { name: 'nomsa' } } }],
  ['whose subject has 256 characters', { change: { sub: 'n'.repeat(256) } }],
])('a token %s is refused', async (_, token) => {
  await expect(read(await tokenOf(token))).rejects.toMatchObject({ code: 'LOGOUT_REFUSED' });
});

test('a token without a signature, by a shared secret, changed or made up is refused', async () => {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head = '', body = '', signature = ''] = (await tokenOf({})).split('.');
  const shared = await new SignJWT(good)
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(Buffer.from(JSON.stringify(await exportJWK(keys.own.publicKey))));
  const faulty = [
    `${encoded({ alg: 'none' })}.${body}.`,
    shared,
    `${head}.${encoded(Object.assign({}, good, { sub: 'sipho' }))}.${signature}`,
    'a.b.c',
    '',
  ];
  for (const token of faulty) await expect(read(token)).rejects.toMatchObject({ code: 'LOGOUT_REFUSED' });
});

test('a provider whose keys cannot be read is away, and the token may be sent again', async () => {
  const away = { issuer, jwksUrl: 'http://127.0.0.1:1/jwks' };
  await expect(read(await tokenOf({}), away)).rejects.toMatchObject({ code: 'PROVIDER_AWAY', retry: true });
});

test('keys of a provider with https are read by https alone', async () => {
  await expect(read(await tokenOf({}), { issuer: 'https://id.example', jwksUrl })).rejects.toMatchObject({
    code: 'LOGOUT_REFUSED',
  });
});
