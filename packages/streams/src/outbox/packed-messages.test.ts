import fc from 'fast-check';
import { packMessages, unpackMessages } from './packed-messages.ts';

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const message = fc.record({
  topic: fc.string({ unit: 'grapheme', minLength: 1 }),
  key: fc.option(bytes),
  value: fc.option(bytes),
  headers: fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name !== '__proto__'),
    bytes,
  ),
});
const addressed = fc
  .tuple(message, fc.option(fc.nat(100), { nil: undefined }))
  .map(([rest, partition]) => ({ ...rest, ...(partition === undefined ? {} : { partition }) }));

test('packed messages are unpacked unchanged', () => {
  fc.assert(
    fc.property(fc.array(addressed), (messages) => {
      const back = unpackMessages(packMessages(messages));
      expect(back).toEqual(messages.map((one) => ({ ...one, headers: { ...one.headers } })));
    }),
  );
});

test('a row in a later format is refused', () => {
  expect(() => unpackMessages(Buffer.from([9, 0, 0]))).toThrow('format 9');
});
