import { randomBytes } from 'node:crypto';
import type { EnvironmentId, Fault } from '@loyalty/kernel';
import { createSecretBox, derivedKey, parseSecretKeys, sealedKeyIdOf, type SecretOwner } from './secrets.ts';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [first, second] = [keyOf('2025'), keyOf('2026-b')];
const boxOf = (...keys: readonly string[]) => createSecretBox(parseSecretKeys(keys.join(',')));

const place: SecretOwner = { kind: 'provider', environmentId: 7 as EnvironmentId, id: 'a' };
const secret = Buffer.from('whsec_ü');

const outcomeOf = (open: () => Buffer | null): Buffer | string | null => {
  try {
    return open();
  } catch (failure) {
    return (failure as Fault).code;
  }
};

test('a sealed secret can be opened, and sealing twice gives different bytes', () => {
  const box = boxOf(first);
  const [one, two] = [box.seal(place, secret), box.seal(place, secret)];
  expect(box.open(place, one)).toEqual(secret);
  expect(one).not.toEqual(two);
  expect(one.includes(secret)).toBe(false);
});

test('a sealed text has a version, the id of its key, a nonce and a tag', () => {
  const sealed = boxOf(first).seal(place, secret);
  expect(sealed.subarray(0, 9)).toEqual(Buffer.from('\x012025\0\0\0\0', 'latin1'));
  expect(sealed.length).toBe(1 + 8 + 12 + secret.length + 16);
});

test.each([
  ['of another row', { id: 'b' }],
  ['of another environment', { environmentId: 8 as EnvironmentId }],
  ['of another kind', { kind: 'webhook' }],
])('a sealed text that was moved to the place %s is refused', (_, elsewhere) => {
  const box = boxOf(first);
  const sealed = box.seal(place, secret);
  expect(() => box.open({ ...place, ...elsewhere }, sealed)).toThrow('not sealed for the row');
});

test('a sealed text with any byte changed cannot be opened', () => {
  const box = boxOf(first);
  const sealed = box.seal(place, secret);
  const outcomes = [...sealed.keys()].map((at) => {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return outcomeOf(() => box.open(place, changed));
  });
  const expected = [...sealed.keys()].map((at) => (at >= 1 && at < 9 ? null : 'SECRET_REFUSED'));
  expect(outcomes).toEqual(expected);
});

test.each([[''], ['whsec_plain'], ['\x01short']])('%j was never sealed, and is refused', (text) => {
  expect(() => boxOf(first).open(place, Buffer.from(text))).toThrow('not sealed for the row');
});

test('▲ while a key is rotated, each process opens what any other seals: new key second, then first (D162)', () => {
  const [before, between, after] = [boxOf(first), boxOf(first, second), boxOf(second, first)];
  const opens = (pairs: readonly (readonly [typeof before, typeof before])[]) =>
    pairs.map(([one, other]) => outcomeOf(() => other.open(place, one.seal(place, secret))));
  // Two roll-outs: old and new processes of each run beside each other.
  expect(
    opens([
      [before, between],
      [between, before],
      [between, after],
      [after, between],
    ]),
  ).toEqual(new Array(4).fill(secret));
  // In one step, who still has the old key alone cannot open what a new process seals.
  expect(opens([[after, before]])).toEqual([null]);
});

test('an empty secret is sealed and opened', () => {
  const box = boxOf(first);
  expect(box.open(place, box.seal(place, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});

test('a key is replaced in three steps: every process knows it, then it seals, then the old one goes', () => {
  const [before, knowing, after] = [boxOf(first), boxOf(first, second), boxOf(second, first)];
  const [old, fresh] = [knowing.seal(place, secret), after.seal(place, secret)];
  expect(before.open(place, old)).toEqual(secret);
  expect([knowing.open(place, fresh), after.open(place, old)]).toEqual([secret, secret]);
  expect([before.open(place, fresh), boxOf(second).open(place, old)]).toEqual([null, null]);
});

test('a sealed text names its key, and bytes that were never sealed name none', () => {
  const box = boxOf(second, first);
  const sealed = box.seal(place, secret);
  expect([box.sealingKeyId, sealedKeyIdOf(sealed), sealedKeyIdOf(sealed.subarray(0, 9))]).toEqual(
    Array<string>(3).fill('2026-b'),
  );
  expect(['', 'whsec_plain', '\x01short'].map((text) => sealedKeyIdOf(Buffer.from(text)))).toEqual([
    '',
    '',
    '',
  ]);
});

test('a key that is derived is the same wherever the first key is, and another for each purpose', () => {
  const of = (purpose: string, ...keys: readonly string[]): string =>
    derivedKey(parseSecretKeys(keys.join(',')), purpose).toString('hex');
  expect(of('logs', first)).toMatch(/^[0-9a-f]{64}$/);
  expect(of('logs', first, second)).toBe(of('logs', first));
  expect(of('logs', second, first)).not.toBe(of('logs', first));
  expect(of('others', first)).not.toBe(of('logs', first));
  expect(parseSecretKeys(first)[0]?.key.export().toString('hex')).not.toBe(of('logs', first));
});
