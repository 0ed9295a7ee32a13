import fc from 'fast-check';
import { derivedBytes, derivedIds, isUuid, memberKeyOf, randomIdAt } from './ids.ts';

const secret = Buffer.alloc(32, 7);
const source = { secret, atMs: 1_700_000_000_000, operation: 'evaluate', ref: 'r1' };

test('a derived id is a UUID of version 8 that carries its time, and the same when it is derived again', () => {
  const id = derivedIds(source)('transaction');
  expect(isUuid(id)).toBe(true);
  expect(id).toMatch(/^.{14}8.{4}[89ab]/);
  expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(source.atMs);
  expect(derivedIds({ ...source })('transaction')).toBe(id);
});

test('a random id of an instant is a UUID of version 7 that carries it, and never the same again', () => {
  const ids = [randomIdAt(source.atMs), randomIdAt(source.atMs)];
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(source.atMs);
  }
  expect(new Set(ids).size).toBe(2);
});

test('any difference in its source gives another id', () => {
  const others = [{ ref: 'r2' }, { operation: 'redeem' }, { secret: Buffer.alloc(32, 8) }];
  const ids = [source, ...others.map((other) => ({ ...source, ...other }))].map((one) =>
    derivedIds(one)('entry'),
  );
  ids.push(derivedIds(source)('entry', 1), derivedIds(source)('transaction'));
  expect(new Set(ids).size).toBe(ids.length);
});

test('all ids of ten thousand requests differ', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => derivedIds({ ...source, ref: n.toString() })('entry'));
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids of a later record sort behind those of an earlier one', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.integer({ min: 1, max: 2 ** 30 }), fc.string(), (atMs, later, ref) => {
      const early = derivedIds({ ...source, atMs, ref })('entry');
      expect(early < derivedIds({ ...source, atMs: atMs + later })('entry')).toBe(true);
    }),
  );
});

test('a member key is 16 bytes, the same for the same reference, and another in another environment', () => {
  const key = memberKeyOf(secret, 'customer-1');
  expect(key).toHaveLength(16);
  expect(memberKeyOf(secret, 'customer-1')).toEqual(key);
  expect(memberKeyOf(Buffer.alloc(32, 8), 'customer-1')).not.toEqual(key);
});

test('▲ derived bytes are the same again, and others with another secret, purpose or reference, or at the next call', () => {
  const other = Buffer.alloc(32, 8);
  const sources = [
    () => derivedBytes(secret, 'code', 'r1'),
    () => derivedBytes(other, 'code', 'r1'),
    () => derivedBytes(secret, 'draw', 'r1'),
    () => derivedBytes(secret, 'code', 'r2'),
  ];
  const textsOf = (): string[] =>
    sources.flatMap((open) => {
      const bytes = open();
      return [bytes(24), bytes(24)].map((drawn) => Buffer.from(drawn).toString('hex'));
    });
  const texts = textsOf();
  expect(new Set(texts).size).toBe(texts.length);
  expect(textsOf()).toEqual(texts);
});
