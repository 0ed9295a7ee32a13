import { fingerprintOf, schemaIdOf, UndecodableError } from './wire-format.ts';

const message = (schemaId: number, ...payload: readonly number[]): Buffer =>
  Buffer.of(0, 0, 0, 0, schemaId, ...payload);

describe('the schema id', () => {
  it('stands in the four bytes after the first', () => {
    expect(schemaIdOf(Buffer.of(0, 0, 1, 0, 2))).toBe(65_538);
  });

  it.each([
    [Buffer.alloc(0)],
    [Buffer.of(0, 0, 0, 0)],
    [Buffer.of(1, 0, 0, 0, 7, 3)],
    [Buffer.from('{"a":1}')],
  ])('is missing in %p', (wireBytes) => {
    expect(schemaIdOf(wireBytes)).toBeNull();
  });
});

describe('the fingerprint', () => {
  it('has 16 bytes', () => {
    expect(fingerprintOf(message(1, 2, 3))).toHaveLength(16);
  });

  it('does not depend on the schema id or on zeros at the end', () => {
    expect(fingerprintOf(message(1, 2, 3))).toEqual(fingerprintOf(message(9, 2, 3, 0, 0)));
  });

  it('depends on every other byte', () => {
    expect(fingerprintOf(message(1, 2, 3))).not.toEqual(fingerprintOf(message(1, 2, 4)));
    expect(fingerprintOf(message(1, 2, 3))).not.toEqual(fingerprintOf(message(1, 0, 2, 3)));
  });

  it('is refused to what is no message', () => {
    expect(() => fingerprintOf(Buffer.from('text'))).toThrow(UndecodableError);
  });
});
