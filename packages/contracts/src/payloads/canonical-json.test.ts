import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';

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
