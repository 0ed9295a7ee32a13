import fc from 'fast-check';
import { faultyStringsOf } from './faulty-strings.ts';

const isFaulty = (value: unknown): boolean => typeof value === 'string' && /\0|\p{Surrogate}/u.test(value);

const escaped = (name: string): string =>
  name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .split(/\0|\p{Surrogate}/u)
    .join('\uFFFD');

/** The same result by its definition: level by level, each from left to right. */
const byLevels = (value: unknown): readonly string[] => {
  const pointers: string[] = [];
  let level: readonly (readonly [pointer: string, value: unknown])[] = [['', value]];
  while (level.length > 0) {
    pointers.push(...level.flatMap(([pointer, each]) => (isFaulty(each) ? [pointer] : [])));
    level = level.flatMap(([pointer, each]) =>
      typeof each !== 'object' || each === null
        ? []
        : Object.entries(each).map(
            ([name, member]) => [`${pointer}/${escaped(name)}`, isFaulty(name) ? name : member] as const,
          ),
    );
  }
  return pointers.slice(0, 20);
};

/** Texts and names, many of them faulty; one name needs escaping. */
const text = fc.constantFrom('a', '', '\0', '\ud83d', '😀', 'a/b~c', '\udc00/');

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.constantFrom(1, null, true),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(text, tie('value')),
  ),
})).value;

describe('faulty strings', () => {
  it('are named the outermost first, then from left to right', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(faultyStringsOf(value)).toEqual(byLevels(value));
      }),
    );
  });

  it('are named at most twenty times', () => {
    expect(faultyStringsOf(Array<string>(100).fill('\0'))).toHaveLength(20);
  });

  it('are found among a million values that are none', () => {
    const junk: unknown[] = Array<number>(1_000_000).fill(1);
    expect(faultyStringsOf({ junk: [...junk, '\0', { deeper: '\0' }], last: '\0' })).toEqual([
      '/last',
      '/junk/1000000',
      '/junk/1000001/deeper',
    ]);
  });

  it('have pointers of at most 512 characters, however long the names on the way to them', () => {
    const name = 'n'.repeat(100_000);
    const cut = `/${name}`.slice(0, 512);
    expect(faultyStringsOf({ [name]: ['\0'], [`${name}\0`]: 1, short: { x: '\0' } })).toEqual([
      cut,
      cut,
      '/short/x',
    ]);
  });

  it('are found where an encoder would change the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 1, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (given) => {
          const isUnchanged = Buffer.from(given).toString() === given;
          expect(faultyStringsOf(given)).toEqual(isUnchanged ? [] : ['']);
        },
      ),
    );
  });
});
