import fc from 'fast-check';
import { createHeaderReader, headerOf } from './stored-record.ts';
import { decodeFetchResponse } from './fetch.ts';
import { asStored, batchOf, responseWith, topic } from './testing/fetch-response-bytes.ts';

/** Returns records with these headers, as they are read from a log. */
const recordsWith = (all: readonly Readonly<Record<string, string | string[]>>[]) => {
  const batch = asStored(batchOf(all.map((headers) => ({ key: 'k', value: 'v', headers }))), { offset: 100 });
  const asked = [{ topic, partitions: [{ partition: 0, fetchOffset: '100', maxBytes: 1 }] }];
  const { responses } = decodeFetchResponse(responseWith([batch]), { topics: asked });
  return responses.flatMap(({ partitions }) => partitions.flatMap(({ records }) => records));
};

const names = ['type', 'typ', 'types', 'place', ''];
const value = fc.oneof(fc.constantFrom('a', 'b', 'ab', ''), fc.string({ unit: 'binary', maxLength: 5 }));
const headers = fc.dictionary(
  fc
    .oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 4 }))
    .filter((name) => !(name in {})),
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
);

test('a header that is read in place is the one among all headers, whichever was read before', () => {
  fc.assert(
    fc.property(fc.array(headers, { minLength: 1, maxLength: 6 }), (all) => {
      const readers = names.map((name) => createHeaderReader(name, (text) => `${text}!`));
      const found = recordsWith(all).map((record) =>
        names.map((name, place) => [readers[place]?.(record), headerOf(record, name)?.toString()]),
      );
      const expected = recordsWith(all).map((record) =>
        names.map((name) => {
          const text = record.headers[name]?.toString();
          return [`${text ?? ''}!`, text];
        }),
      );
      expect(found).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('a value that comes again is read once, in records of a log and in others', () => {
  const read = jest.fn((text: string) => text.length);
  const lengthOf = createHeaderReader('type', read);
  const of = (type: string) => ({ type });
  const stored = recordsWith([of('long'), of('long'), of('short'), {}, {}, of('long')]);
  expect(stored.map((record) => lengthOf(record))).toEqual([4, 4, 5, 0, 0, 4]);
  expect(read.mock.calls.flat()).toEqual(['long', 'short', '', 'long']);
  expect(lengthOf({ headers: { type: Buffer.from('long') } })).toBe(4);
  expect(read).toHaveBeenCalledTimes(4);
});
