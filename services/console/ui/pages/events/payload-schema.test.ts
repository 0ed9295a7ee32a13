import { draftOf, isDocument, newRow, pointerOfRow, schemaOf } from './payload-schema.ts';

test.each([
  ['a map', { litres: { type: 'number' } }, false],
  ['an empty one', {}, false],
  ['a document by its type', { type: 'object' }, true],
  ['a document by its properties', { properties: { litres: {} } }, true],
  ['a map with a property «properties»', { properties: { type: 'object' } }, false],
])('%s is read as the API reads it', (_, schema, expected) => {
  expect(isDocument(schema)).toBe(expected);
});

const schemas = [
  {},
  { litres: { type: 'number', minimum: 1 }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
  {
    type: 'object',
    required: ['b'],
    additionalProperties: false,
    properties: { a: { type: 'string' }, b: { type: ['string', 'null'] } },
  },
];

test.each(schemas.map((schema) => ({ schema })))(
  'rows become the schema that they are of: $schema',
  ({ schema }) => {
    const draft = draftOf(schema);
    expect(draft && schemaOf(draft)).toEqual(schema);
  },
);

test.each([
  ['a property that is a mere boolean', { type: 'object', properties: { a: true } }],
  ['a required property without a schema', { type: 'object', required: ['a'], properties: {} }],
])('%s is only for JSON', (_, schema) => {
  expect(draftOf(schema)).toBeNull();
});

test('a map becomes a document once something is required, and pointers follow', () => {
  const draft = draftOf({ litres: { type: 'number' } });
  if (draft === null) throw new Error('no draft');
  expect(pointerOfRow(draft, 'a/b')).toBe('/properties/a~1b');
  const row = { ...newRow(), name: 'a/b', isRequired: true };
  const required = { ...draft, rows: draft.rows.concat(row) };
  expect(schemaOf(required)).toEqual({
    type: 'object',
    required: ['a/b'],
    properties: { litres: { type: 'number' }, 'a/b': { type: 'string' } },
  });
  expect(pointerOfRow(required, 'a/b')).toBe('/properties/properties/a~1b');
});
