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
    { what: 'nothing', body: '', message: 'must be JSON, but it is empty' },
    { what: 'an array', body: '[1]', message: 'must be a JSON object' },
    { what: 'null', body: 'null', message: 'must be a JSON object' },
    { what: 'a text', body: '"text"', message: 'must be a JSON object' },
    { what: 'a word', body: 'amount', message: 'must be JSON, but it is malformed' },
    { what: 'half an object', body: '{"amount": 1,\n "a"', message: 'must be JSON, but it ends too early' },
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

  it.each([
    ['{"amount":1,"amount":2}', ['/amount']],
    ['{"amount":1,"amount":1}', ['/amount']],
    [String.raw`{"amount":1,"\u0061mount":2}`, ['/amount']],
    ['{"a":{"b":[0,{"c":1, "c" : 2}]}}', ['/a/b/1/c']],
    ['{"a":{"x":1},"b":2,"a":{"y":1}}', ['/a']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"1":1,"1":2,"":3,"":4}', ['/1', '/']],
    ['{"a/b~":1,"a/b~":2}', ['/a~1b~0']],
    ['{"a":1,"a":2,"a":3}', ['/a']],
    ['{"items":[{"a":1,"a":2},{"a":1},{"a":[],"a":{}}]}', ['/items/0/a', '/items/2/a']],
    [`{${'"a":0,'.repeat(10)}"b":[${'{"a":1,"a":2},'.repeat(50)}0]}`, 20],
  ])('with a name twice in one object is INVALID_JSON: %s (D315)', (body, pointers) => {
    const parsed = parse(body);
    expect(parsed).toMatchObject({ ok: false, code: 'INVALID_JSON' });
    const found = parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer);
    expect(Array.isArray(pointers) ? found : found.length).toEqual(pointers);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":"\\"b\\":1,\\"b\\":2","b":":::{,","c":[]}',
    '{"__proto__":1,"constructor":2,"toString":3}',
    '{}',
  ])('with the same name in several objects, or in a text, is taken: %s', (body) => {
    expect(parse(body)).toMatchObject({ ok: true });
  });

  it('is refused exactly where a name stands twice, whatever it holds (D315)', () => {
    const name = fc.constantFrom('a', 'b', 'c:', '"', '{', '__proto__', '1');
    const { value } = fc.letrec<{ readonly value: readonly [text: string, twins: boolean] }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<[string, boolean]>(['1', false], ['":,{"', false], ['null', false], ['[]', false]),
        fc
          .array(tie('value'), { maxLength: 3 })
          .map((items): [string, boolean] => [
            `[${items.map(([text]) => text).join(' ,')}]`,
            items.some(([, twins]) => twins),
          ]),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 4 })
          .map((members): [string, boolean] => [
            `{${members.map(([of, [text]]) => `${JSON.stringify(of)} : ${text}`).join(',')}}`,
            members.some(([, [, twins]]) => twins) ||
              new Set(members.map(([of]) => of)).size < members.length,
          ]),
      ),
    }));
    fc.assert(
      fc.property(value, ([text, twins]) => {
        const parsed = parse(`{"value":${text}}`);
        expect([text, parsed.ok]).toEqual([text, !twins]);
      }),
    );
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
    const message = 'must not contain NUL or a lone surrogate';
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
