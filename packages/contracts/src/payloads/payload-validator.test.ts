import fc from 'fast-check';
import type { FieldError } from '../http/field-errors.ts';
import type { JsonObject } from '../http/json-body.ts';
import { compilePayloadValidator } from './payload-validator.ts';

/** Returns the faults of a payload, or of the definition itself. */
const judge = (properties: JsonObject, payload: JsonObject): readonly FieldError[] => {
  const compiled = compilePayloadValidator(properties);
  return compiled.ok ? compiled.value(payload) : compiled.errors;
};

const pointersOf = (properties: JsonObject, payload: JsonObject): readonly string[] =>
  judge(properties, payload).map(({ pointer }) => pointer);

const fuel = {
  type: 'object',
  required: ['customerId', 'litres'],
  additionalProperties: false,
  properties: {
    customerId: { type: 'string', minLength: 1 },
    litres: { type: 'number', exclusiveMinimum: 0 },
    grade: { enum: ['91', '95'] },
  },
};

describe('a payload', () => {
  it('that is as its definition asks has no fault', () => {
    expect(judge(fuel, { customerId: 'c', litres: 41.5, grade: '95' })).toEqual([]);
  });

  it('has all its faults named with pointers from /payload', () => {
    expect(judge(fuel, { customerId: '', grade: 'diesel', 'a/b': 1 })).toEqual([
      { pointer: '/payload/litres', message: 'is required' },
      { pointer: '/payload/a~1b', message: 'is not a known field' },
      { pointer: '/payload/customerId', message: 'must be at least 1 characters long' },
      { pointer: '/payload/grade', message: 'must be one of "91", "95"' },
    ]);
  });

  it('is held to a map of properties as to a document with these properties', () => {
    const map = { litres: { type: 'number' }, customerId: true };
    expect(judge(map, { litres: 3, anything: 'else' })).toEqual([]);
    expect(judge(map, { litres: '3' })).toEqual([{ pointer: '/payload/litres', message: 'must be number' }]);
    expect(judge({}, { litres: '3' })).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'a reference',
      {
        type: 'object',
        $defs: { n: { type: 'number' } },
        properties: { a: { $ref: '#/$defs/n', minimum: 2 } },
      },
      { a: 1 },
      ['/payload/a'],
    ],
    ['items', { list: { items: { type: 'integer' } } }, { list: [1, 'x'] }, ['/payload/list/1']],
    [
      'unique items, whatever the order of their members',
      { list: { uniqueItems: true } },
      {
        list: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      ['/payload/list'],
    ],
    [
      'branches',
      { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      { a: 1 },
      ['/payload/a', '/payload/a', '/payload/a'],
    ],
    [
      'a condition',
      { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } },
      { a: 1 },
      ['/payload/b'],
    ],
    ['a field that must not be', { a: false }, { a: 1 }, ['/payload/a']],
    ['names of fields', { type: 'object', propertyNames: { maxLength: 2 } }, { abc: 1 }, ['/payload/abc']],
    [
      'a field that every object inherits',
      { type: 'object', required: ['constructor'] },
      {},
      ['/payload/constructor'],
    ],
    ['hundredths', { a: { multipleOf: 0.01 } }, { a: 0.295 }, ['/payload/a']],
    ['characters of two units', { a: { minLength: 2 } }, { a: '😀' }, ['/payload/a']],
    [
      'two patterns that differ',
      { a: { pattern: '^x' }, b: { pattern: '^y' } },
      { a: 'x', b: 'x' },
      ['/payload/b'],
    ],
    ['a number that no database holds', {}, { a: [Number.POSITIVE_INFINITY] }, ['/payload/a/0']],
  ])('is judged by %s', (...[, properties, payload, pointers]) => {
    expect(pointersOf(properties, payload)).toEqual(pointers);
  });

  it.each([
    ['date', '2026-02-28', '2026-02-30'],
    ['date-time', '2026-02-28T10:00:00+02:00', '2026-02-28 10:00'],
    ['time', '10:00:00Z', '25:00:00Z'],
    ['duration', 'P1DT2H', 'P'],
    ['email', 'a.b@example.com', 'a@b@'],
    ['hostname', 'example.com', '-example'],
    ['ipv4', '127.0.0.1', '127.0.0.256'],
    ['ipv6', '::1', '127.0.0.1'],
    ['uri', 'https://example.com/a', '/a'],
    ['uuid', '0198c0de-0000-7000-8000-000000000001', '0198c0de'],
  ])('of format %s may have %s, not %s', (format, good, bad) => {
    expect(pointersOf({ a: { format } }, { a: good })).toEqual([]);
    expect(pointersOf({ a: { format } }, { a: bad })).toEqual(['/payload/a']);
  });

  it('with more than 10,000 values is refused', () => {
    expect(judge({}, { a: Array(10_001).fill(0) })).toEqual([
      { pointer: '/payload', message: 'must not have more than 10,000 values' },
    ]);
  });
});

/** 30 definitions, each of which is twice the next. */
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => {
    const next = { $ref: `#/$defs/d${(at + 1).toString()}` };
    return [`d${at.toString()}`, { allOf: [next, next] }];
  }),
);
const nested = (depth: number): JsonObject => (depth === 0 ? {} : { allOf: [nested(depth - 1)] });

describe('a hostile definition is refused (D62)', () => {
  it.each<[string, JsonObject]>([
    ['a reference to elsewhere', { type: 'object', $ref: 'https://example.com/schema.json' }],
    ['a reference to a file', { a: { $ref: 'file:///etc/passwd' } }],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#' } } }],
    [
      'a circle',
      { type: 'object', $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['a reference to nothing', { a: { $ref: '#/$defs/none' } }],
    ['references that multiply', { type: 'object', $ref: '#/$defs/d0', $defs: { ...doubling, d30: {} } }],
    ['another base for references', { a: { $anchor: 'x', $dynamicRef: '#x' } }],
    ['schemas in schemas', { a: nested(21) }],
    ['too many values', { a: { enum: Array.from({ length: 1_000 }, (_, at) => at) } }],
    ['too many bytes', { type: 'object', description: 'x'.repeat(64 * 1024) }],
    ['a pattern with a back-reference', { a: { pattern: '(a)\\1' } }],
    ['a pattern that looks around', { a: { pattern: '(?=a)b' } }],
    ['a pattern that is no pattern', { a: { pattern: '(' } }],
    ['a pattern as large as a program', { a: { pattern: '(\\p{L}{1,100}x?){1,10}' } }],
    [
      'a hundred patterns',
      Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`f${at.toString()}`, { pattern: '(a?){40}b' }]),
      ),
    ],
    ['a pattern of names', { type: 'object', patternProperties: { '(': {} } }],
    ['an unknown format', { a: { format: 'regex' } }],
    ['a keyword with a slip', { type: 'object', requierd: ['a'] }],
    ['an unknown type', { a: { type: 'text' } }],
    ['a bound that is no number', { a: { minimum: '1' } }],
    ['a field without a schema', { type: 'object', properties: { a: 1 } }],
    ['nothing to choose from', { a: { enum: [] } }],
    ['a field with the name of the prototype', JSON.parse('{"__proto__":{"type":"string"}}') as JsonObject],
  ])('for %s', (_, properties) => {
    const compiled = compilePayloadValidator(properties);
    expect(compiled.ok ? [] : compiled.errors.map(({ pointer }) => pointer.split('/')[1])).toContain(
      'properties',
    );
  });
});

describe('a costly payload is refused or judged, never laboured over', () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['a catastrophic pattern', { a: { pattern: '^(a+)+$' } }, { a: `${'a'.repeat(60_000)}!` }, false],
    [
      'patterns on long texts',
      { a: { allOf: Array(60).fill({ pattern: '(a?b?){5}[cd]$' }) } },
      { a: 'ab'.repeat(30_000) },
      false,
    ],
    [
      'many branches on many items',
      { a: { items: { anyOf: Array(300).fill({ type: 'object', minProperties: 1 }) } } },
      { a: Array(9_000).fill(1) },
      false,
    ],
    [
      'uniqueness asked 300 times',
      { a: { allOf: Array(300).fill({ uniqueItems: true }) } },
      { a: Array.from({ length: 300 }, (_, at) => at) },
      true,
    ],
    [
      'lengths asked 300 times',
      { a: { allOf: Array(300).fill({ minLength: 1 }) } },
      { a: 'é'.repeat(30_000) },
      true,
    ],
    [
      '9,000 items to tell apart',
      { a: { uniqueItems: true } },
      { a: Array.from({ length: 4_500 }, (_, at) => [at]) },
      true,
    ],
  ])('%s', (...[, properties, payload, isValid]) => {
    const compiled = compilePayloadValidator(properties);
    expect(compiled.ok && compiled.value(payload).length === 0).toBe(isValid);
  });
});

/** Definitions of all shapes, most of them invalid. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.boolean(),
    fc.constant({ $ref: '#/properties/a' }),
    fc.dictionary(
      fc.constantFrom(
        'type',
        'enum',
        'pattern',
        'items',
        'minimum',
        'required',
        'properties',
        'allOf',
        'not',
        'format',
      ),
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.constantFrom('string', 'number', 'object'),
      ),
    ),
  ),
}));

it('whatever is given as a definition is refused with reasons or judges every payload', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'type', 'properties'), schema),
      fc.object(),
      (properties, payload) => {
        const compiled = compilePayloadValidator(properties);
        const reasons = compiled.ok ? compiled.value(payload) : compiled.errors;
        expect(compiled.ok || reasons.length > 0).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
