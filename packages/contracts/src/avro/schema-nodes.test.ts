import { parseSchema } from './schema-nodes.ts';

const parse = (schema: unknown) => parseSchema(JSON.stringify(schema));

const typesOf = (schema: unknown): readonly string[] => {
  const node = parse(schema);
  if (node.kind !== 'record') throw new Error(node.kind);
  return node.fields.map(({ type }) =>
    'name' in type ? type.name : type.kind === 'primitive' ? type.type : type.kind,
  );
};

const inner = { type: 'fixed', name: 'Inner', size: 1 };

describe('a name', () => {
  it.each<[string, object, readonly string[]]>([
    [
      'is in the namespace of the type around it',
      { type: 'record', name: 'R', namespace: 'a.b', fields: [{ name: 'f', type: inner }] },
      ['a.b.Inner'],
    ],
    [
      'with dots has its own namespace, which the types within it have, too',
      { type: 'record', name: 'c.R', namespace: 'a.b', fields: [{ name: 'f', type: inner }] },
      ['c.Inner'],
    ],
    [
      'may leave the namespace around it',
      {
        type: 'record',
        name: 'R',
        namespace: 'a',
        fields: [{ name: 'f', type: { ...inner, namespace: '' } }],
      },
      ['Inner'],
    ],
    [
      'is looked for in its namespace, then without one, and in full',
      {
        type: 'record',
        name: 'R',
        namespace: 'a',
        fields: [
          { name: 'f', type: inner },
          { name: 'g', type: { ...inner, name: 'Bare', namespace: '' } },
          { name: 'h', type: 'Inner' },
          { name: 'i', type: 'Bare' },
          { name: 'j', type: 'a.Inner' },
          { name: 'k', type: { type: 'Inner' } },
          { name: 'l', type: { type: { type: 'string', 'avro.java.string': 'String' } } },
        ],
      },
      ['a.Inner', 'Bare', 'a.Inner', 'Bare', 'a.Inner', 'a.Inner', 'string'],
    ],
  ])('%s', (_, schema, names) => {
    expect(typesOf(schema)).toEqual(names);
  });
});

const nestedArrays = (levels: number): unknown => {
  let type: unknown = 'int';
  for (let level = 0; level < levels; level += 1) type = { type: 'array', items: type };
  return type;
};

const fieldOf = (field: unknown) => ({ type: 'record', name: 'R', fields: [field] });

describe('what is no schema is refused', () => {
  it.each<[string, unknown, string]>([
    ['a number', 7, 'a type is neither a name nor an object'],
    ['null', null, 'a type is neither a name nor an object'],
    ['a JSON schema', { type: 'object' }, 'the type "object" is not declared'],
    [
      'a type that is declared elsewhere',
      { type: 'com.acme.Sale' },
      'the type "com.acme.Sale" is not declared',
    ],
    ['a record without a name', { type: 'record', fields: [] }, 'a type or field has no name'],
    ['a record without fields', { type: 'record', name: 'R' }, 'a type has no fields'],
    ['a field that is a text', fieldOf('f'), 'a field is no object'],
    ['a field without a type', fieldOf({ name: 'f' }), 'a type is neither a name nor an object'],
    ['a fixed without a size', { type: 'fixed', name: 'F' }, 'the fixed "F" has no size'],
    ['a fixed of less than nothing', { type: 'fixed', name: 'F', size: -1 }, 'the fixed "F" has no size'],
    ['symbols that are no texts', { type: 'enum', name: 'E', symbols: [1] }, 'a name is no text'],
    ['two types of one name', [inner, inner], 'the type "Inner" is declared twice'],
    [
      'two fields of one name',
      { type: 'record', name: 'R', fields: [1, 2].map(() => ({ name: 'f', type: 'int' })) },
      'the field "f" is declared twice',
    ],
    ['a union with a type twice', ['int', 'null', 'int'], 'a union has a type twice'],
    ['types that nest 65 deep', nestedArrays(65), 'types nest deeper than 64 levels'],
    ['a long name', 'x'.repeat(9_999), `the type "${'x'.repeat(100)}" is not declared`],
  ])('%s', (_, schema, message) => {
    expect(() => parse(schema)).toThrow(message);
  });

  it('a text that is no JSON', () => {
    expect(() => parseSchema('syntax = "proto3";')).toThrow(SyntaxError);
  });

  it('a text of more than 128 Ki characters, before it is parsed', () => {
    expect(() => parseSchema(`"${'x'.repeat(131_071)}"`)).toThrow('it has more than 131072 characters');
  });
});

test('types may nest 64 deep', () => {
  expect(parse(nestedArrays(64)).kind).toBe('array');
});

test('a type may hold itself', () => {
  const node = parse({
    type: 'record',
    name: 'Tree',
    namespace: 'a',
    fields: [{ name: 'left', type: ['null', 'Tree'] }],
  });
  expect(node).toMatchObject({
    kind: 'record',
    fields: [{ type: { branches: [{ type: 'null' }, { name: 'a.Tree' }] } }],
  });
});
