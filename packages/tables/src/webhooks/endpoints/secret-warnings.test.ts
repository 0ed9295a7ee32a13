import { randomBytes } from 'node:crypto';
import { secretFaults, secretWarnings } from './secret-warnings.ts';

const base64 = (bytes: Buffer): string => bytes.toString('base64');

const codesOf = (secret: string | undefined): readonly string[] =>
  secretWarnings(secret).map(({ code, pointer }) => `${code} ${pointer}`);

test.each([
  'a'.repeat(16),
  'a'.repeat(256),
  'aAaAaAaAaAaAaAaA',
  'passwordpassword',
  'PasswordPassword',
  'secret-secret-secret-secret',
  `whsec_${Buffer.from('secret-secret-secret-secret').toString('base64')}`,
  `whsec_${Buffer.alloc(32).toString('base64')}`,
  `whsec_${Buffer.from('short').toString('base64')}`,
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihg',
  '12345678901234567890123456789012',
  '2718281828459045',
  'deadbeefcafef00d',
  'ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ',
])('%s can be guessed', (secret) => {
  expect(codesOf(secret)).toContain('WEAK_SECRET /secret');
});

const drawn = (alphabet: string, length: number): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');

const digits = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';

test.each<[what: string, make: () => string]>([
  ['16 letters and digits', () => drawn(small + small.toUpperCase() + digits, 16)],
  ['32 hexadecimal digits', () => drawn(`${digits}abcdef`, 32)],
  ['a UUID', () => crypto.randomUUID()],
  ['24 bytes in base64', () => randomBytes(24).toString('base64')],
  ['32 bytes after whsec_', () => `whsec_${randomBytes(32).toString('base64')}`],
  ['256 of anything', () => randomBytes(128).toString('hex')],
])('%s, drawn at random, cannot be guessed', (_, make) => {
  const secrets = Array.from({ length: 100 }, make);
  expect(secrets.filter((secret) => codesOf(secret).includes('WEAK_SECRET /secret'))).toEqual([]);
});

test.each<[what: string, secret: () => string, isStandard: boolean]>([
  ['24 bytes after whsec_', () => `whsec_${base64(randomBytes(24))}`, true],
  ['64 bytes after whsec_', () => `whsec_${base64(randomBytes(64))}`, true],
  ['23 bytes after whsec_', () => `whsec_${base64(randomBytes(23))}`, false],
  ['65 bytes after whsec_', () => `whsec_${base64(randomBytes(65))}`, false],
  ['base64 without whsec_', () => base64(randomBytes(32)), false],
  ['capitals before base64', () => `WHSEC_${base64(randomBytes(32))}`, false],
  ['a plain text', () => 'f7b6e0c41d9a8325b0e9d6c7', false],
])(
  '▲ %s: libraries of Standard Webhooks take it without a warning, or it has one',
  (_, secret, isStandard) => {
    expect(codesOf(secret())).toEqual(isStandard ? [] : ['NOT_STANDARD_SECRET /secret']);
  },
);

test('no secret, no warning: one is made, or the present one stays', () => {
  expect(codesOf(undefined)).toEqual([]);
});

test('a warning never shows the secret', () => {
  expect(JSON.stringify(secretWarnings('passwordpassword'))).not.toContain('passwordpassword');
});

test.each([
  ['a'.repeat(16), 'must have at least 8 different characters'],
  ['passwordpasswordpassword', 'must have at least 8 different characters'],
  ['0101010101010101', 'must have at least 8 different characters'],
  [`whsec_${base64(Buffer.alloc(32))}`, 'must have at least 8 different characters'],
  ['whsec_', 'must have the base64 of at least 16 bytes after whsec_, padded'],
  [`whsec_${base64(randomBytes(15))}`, 'must have the base64 of at least 16 bytes after whsec_, padded'],
  ['whsec_a text that is no base64 at all', 'must have the base64 of at least 16 bytes after whsec_, padded'],
  [`whsec_${base64(randomBytes(32))}\n`, 'must have the base64 of at least 16 bytes after whsec_, padded'],
  [
    `whsec_${base64(randomBytes(32)).slice(0, -1)}`,
    'must have the base64 of at least 16 bytes after whsec_, padded',
  ],
  [`whsec_${'-_'.repeat(21)}8=`, 'must have the base64 of at least 16 bytes after whsec_, padded'],
  [
    `whsec_${randomBytes(32).toString('hex')}0`,
    'must have the base64 of at least 16 bytes after whsec_, padded',
  ],
])('▲ %j is no secret (D141)', (secret, message) => {
  expect(secretFaults(secret)).toEqual([{ pointer: '/secret', message }]);
});

test.each([
  'a-secret-of-at-least-16-characters',
  '2718281828459045',
  'abcdefghabcdefgh',
  `whsec_${base64(randomBytes(16))}`,
  `whsec_${base64(randomBytes(24))}`,
  `whsec_${base64(randomBytes(32))}`,
  `whsec_${base64(randomBytes(64))}`,
])('%j is taken, weak or not', (secret) => {
  expect(secretFaults(secret)).toEqual([]);
});
