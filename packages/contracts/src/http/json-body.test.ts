import fc from 'fast-check';
import { faultyStringsOf, parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Texts and names, many of them faulty; one name needs escaping. */
const text = fc.constantFrom('a', '', '\0', '\ud83d', '😀', 'a/b~c', '\udc00/');

describe('a body', () => {
  it('that is a JSON object is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' })),
        (value) => {
          const text = JSON.stringify(value);
          fc.pre(!text.includes('\\u0000'));
          expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
        },
      ),
    );
  });

  it.each([
    { what: 'nothing', body: '', message: 'must be JSON; it is empty' },
    { what: 'an array', body: '[1]', message: 'must be a JSON object' },
    { what: 'null', body: 'null', message: 'must be a JSON object' },
    { what: 'a text', body: '"text"', message: 'must be a JSON object' },
    { what: 'a word', body: 'amount', message: 'must be JSON; it is malformed' },
    { what: 'half an object', body: '{"amount": 1,\n "a"', message: 'must be JSON; it ends too early' },
    {
      what: 'a forgotten comma',
      body: '{"amount": 1\n "a": 2}',
      message: 'must be JSON; see line 2, column 2',
    },
    { what: 'two objects', body: '{} {}', message: 'must be JSON; see line 1, column 4' },
    { what: 'too much nesting', body: nested(65), message: 'must not be nested more than 64 deep' },
    { what: 'endless nesting', body: '['.repeat(200_000), message: 'must not be nested more than 64 deep' },
  ])('that is $what is refused as a whole', ({ body, message }) => {
    expect(parse(body)).toEqual({ ok: false, errors: [{ pointer: '', message }] });
  });

  it('that is not UTF-8 is refused as a whole', () => {
    const latin1 = Buffer.from('{"name":"Zoë"}', 'latin1');
    expect(parseJsonBody(latin1)).toEqual({ ok: false, errors: [{ pointer: '', message: 'must be UTF-8' }] });
  });

  it('may be nested 64 deep, and brackets in its strings do not count', () => {
    expect(parse(nested(64)).ok).toBe(true);
    expect(parse(JSON.stringify({ text: `"\\"${'['.repeat(100)}` })).ok).toBe(true);
  });

  it('never appears in its refusal', () => {
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const parsed = parse(`{"memberRef":"customer-42"${tail}`);
        expect(JSON.stringify(parsed.ok ? [] : parsed.errors)).not.toContain('customer');
      }),
    );
  });

  it('keeps its strings with NUL where its parts are judged one by one', () => {
    expect(parseJsonBody(Buffer.from('{"a":"\\u0000"}'), 'kept')).toEqual({ ok: true, value: { a: '\0' } });
  });

  it('has its strings with NUL or a lone surrogate named', () => {
    const message = 'must not hold NUL or a lone surrogate';
    expect(parse('{"a":{"b":["x","\\u0000"]},"c/d":"\\uD83D","e":"\\uDE00\\ud83d","\\u0000":1}')).toEqual({
      ok: false,
      errors: [
        { pointer: '/c~1d', message },
        { pointer: '/e', message },
        { pointer: '/\uFFFD', message },
        { pointer: '/a/b/1', message },
      ],
    });
  });

  it('may hold every other character, escaped or not', () => {
    expect(parse('{"a":"\\uD83D\\uDE00\u{1F600}\\u0001\\\\u0000"}')).toEqual({
      ok: true,
      value: { a: '\u{1F600}\u{1F600}\u0001\\u0000' },
    });
  });

  it('keeps a member named __proto__ as any other', () => {
    const parsed = parse('{"__proto__":{"amount":1}}');
    expect(parsed.ok && Object.keys(parsed.value)).toEqual(['__proto__']);
    expect(parsed.ok && parsed.value['amount']).toBeUndefined();
  });
});

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
