import { fieldsOf, payloadOf, pointerOfField, textsOf } from './payload-form.ts';

const definition = (properties: object, others: object = {}) => ({
  properties: properties as Record<string, unknown>,
  identityProperty: 'customerId',
  lifecycleType: 'CUSTOM',
  referrerProperty: 'referrerRef',
  ...others,
});

const fuel = definition({
  customerId: { type: 'string' },
  litres: { type: 'number', exclusiveMinimum: 0 },
  isPremium: { type: 'boolean' },
  grade: { enum: ['95', 98] },
  station: { type: 'object', properties: { country: { type: 'string', pattern: '^[A-Z]{2}$' } } },
  items: { type: 'array', items: { type: 'string' } },
});

const pointers = (of: ReturnType<typeof fieldsOf>) => of.map(pointerOfField);

test('a map and a document have the same fields', () => {
  const document = definition({ type: 'object', properties: fuel.properties });
  expect(fieldsOf(document)).toEqual(fieldsOf(fuel));
  expect(pointers(fieldsOf(fuel))).toEqual([
    '/payload/customerId',
    '/payload/litres',
    '/payload/isPremium',
    '/payload/grade',
    '/payload/station/country',
    '/payload/items',
  ]);
});

test('a field says what bounds it, and whether it is required', () => {
  const fields = fieldsOf(
    definition({
      type: 'object',
      required: ['litres'],
      properties: { litres: { type: 'number', minimum: 1 } },
    }),
  );
  expect(fields.find(({ path }) => path[0] === 'litres')).toMatchObject({
    kind: 'number',
    isRequired: true,
    type: 'number',
    bounds: [['minimum', '1']],
  });
});

test.each([
  ['customerId', {}, ['/payload/customerId']],
  ['who.card', { identityProperty: 'who.card' }, ['/payload/who/card']],
  ['a slash', { identityProperty: 'a/b~c' }, ['/payload/a~1b~0c']],
  ['referral', { lifecycleType: 'REFERRAL' }, ['/payload/customerId', '/payload/referrerRef']],
])('the field that names the member is always there: %s', (_, others, expected) => {
  expect(pointers(fieldsOf(definition({}, others)))).toEqual(expected);
});

test('a form becomes a payload of numbers, booleans and objects, without empty fields', () => {
  const texts = {
    '/payload/customerId': 'c-1',
    '/payload/litres': '41.5',
    '/payload/isPremium': 'true',
    '/payload/grade': '98',
    '/payload/station/country': 'ZA',
    '/payload/items': '',
  };
  expect(payloadOf(fieldsOf(fuel), texts)).toEqual({
    customerId: 'c-1',
    litres: 41.5,
    isPremium: true,
    grade: 98,
    station: { country: 'ZA' },
  });
});

test('what is no number and no JSON is sent as it stands, for the API to refuse', () => {
  const texts = { '/payload/litres': 'forty', '/payload/items': '[1', '/payload/customerId': '7' };
  expect(payloadOf(fieldsOf(fuel), texts)).toEqual({ litres: 'forty', items: '[1', customerId: '7' });
});

test('a payload that became texts becomes the same payload, and what no field shows stays', () => {
  const payload = {
    customerId: 'c-1',
    litres: 0.5,
    grade: '95',
    station: { country: 'ZA', name: 'N1' },
    items: ['a'],
    other: { deep: [1] },
  };
  const { texts, rest } = textsOf(fieldsOf(fuel), payload);
  expect(rest).toEqual({ station: { name: 'N1' }, other: { deep: [1] } });
  expect(payloadOf(fieldsOf(fuel), texts, rest)).toEqual(payload);
});

test('a field may have any name', () => {
  const fields = fieldsOf(definition(JSON.parse('{"__proto__":{"type":"string"}}') as object));
  const payload = payloadOf(fields, { '/payload/__proto__': 'x' });
  expect(JSON.stringify(payload)).toBe('{"__proto__":"x"}');
});
