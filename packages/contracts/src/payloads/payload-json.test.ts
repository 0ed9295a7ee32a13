import fc from 'fast-check';
import type { JsonObject } from '../http/json-body.ts';
import { canonicalJson, payloadSizeOf } from './payload-json.ts';
import { compilePayloadValidator } from './payload-validator.ts';

it.each([
  ['{"a":9007199254740991,"b":-9007199254740991,"c":9007199254740990.5}', []],
  ['{"a":9007199254740993}', ['/payload/a']],
  ['{"a":[1,{"b/c":-9007199254740992}]}', ['/payload/a/1/b~1c']],
  ['{"a":9007199254740993.0}', ['/payload/a']],
  ['{"a":1e16}', ['/payload/a']],
  ['{"a":1e999}', ['/payload/a']],
  ['{"a":"9007199254740993"}', []],
])('▲ %s has a number that would lose digits at %j (D79)', (text, pointers) => {
  const { errors } = payloadSizeOf(JSON.parse(text), '/payload');
  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
});

it('what stands beside such a number is counted all the same', () => {
  expect(payloadSizeOf({ a: 1e16, b: [1, 2, 3] }, '').values).toBe(6);
});

it('a definition may compare payloads with numbers that none can have', () => {
  const compiled = compilePayloadValidator({ a: { enum: [1e16, 1] } } satisfies JsonObject);
  expect(compiled.ok && compiled.value({ a: 1 })).toEqual([]);
});

it('is the same text for equal values, whatever the order of their members', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é","d":null}]}',
  );
  expect(canonicalJson(JSON.parse('{"a":1e3,"10":-0}'))).toBe(canonicalJson(JSON.parse('{"10":0,"a":1000}')));
});

it('loses nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(canonicalJson(JSON.parse(text)))).toEqual(JSON.parse(text));
    }),
  );
});
