import { decodeFetchResponse } from '../wire/fetch.ts';
import { asStored, batchOf, responseWith, topic } from '../wire/testing/fetch-response-bytes.ts';
import { fetchOf, fetchOfEnds } from './fetched-partition.ts';

const [transactional, control] = [0x10, 0x20];
/** A marker's key: a version, and whether its transaction was aborted (0) or committed (1). */
const markerOf = (how: 'abort' | 'commit') => ({
  key: Buffer.from([0, 0, 0, how === 'commit' ? 1 : 0]),
  value: 'x',
});

/** One partition of a response to a fetch from `asked` on. `stableEnd`: the last stable offset, `end` by default. */
const responseOf = (
  batches: readonly Buffer[],
  {
    asked = 100,
    end = 106,
    stableEnd = end,
    error = 0,
  }: { asked?: number; end?: number; stableEnd?: number; error?: number } = {},
) => {
  const partitions = [{ partition: 0, fetchOffset: asked.toString(), maxBytes: 1 }];
  const bytes = responseWith([Buffer.concat(batches)], [error], end, stableEnd);
  const [fetched] = decodeFetchResponse(bytes, { topics: [{ topic, partitions }] }).responses.flatMap(
    (response) => response.partitions,
  );
  if (fetched === undefined) throw new Error('no partition');
  // The bytes name a transaction of producer 7, which wrote none of these.
  return { ...fetched, abortedTransactions: [] };
};

const at = { topic, partition: 0 };
const plain = asStored(batchOf([{ value: 'a' }, { value: 'b' }]), { offset: 100 });
const commit = asStored(batchOf([markerOf('commit')]), {
  offset: 102,
  attributes: transactional | control,
});

test('a fetch of records alone names the ends of its log, and nothing that it covers besides', () => {
  const fetch = fetchOf(at, 100, responseOf([plain], { stableEnd: 104 }));
  expect(fetch).toMatchObject({ nextOffset: 102, logEnd: 106, stableEnd: 104 });
  expect(fetch?.covered).toBeUndefined();
});

test('▲ a marker at the end is covered, and no record', () => {
  const fetch = fetchOf(at, 100, responseOf([plain, commit]));
  expect(fetch?.records.map(({ offset }) => offset)).toEqual([100, 101]);
  expect(fetch).toMatchObject({
    nextOffset: 103,
    covered: { first: { offset: 100 }, last: { offset: 102, timestamp: 1_700_000_000_123 } },
  });
});

test('▲ a marker alone is covered', () => {
  const fetch = fetchOf(at, 102, responseOf([commit], { asked: 102, end: 103 }));
  expect(fetch).toMatchObject({ records: [], nextOffset: 103, covered: { first: { offset: 102 } } });
});

const endsOf = (shownEnd: number, ...given: Parameters<typeof responseOf>) =>
  fetchOfEnds(at, 100, { fetched: responseOf(...given), shownEnd });

test('▲ where an open transaction hides all records, the ends of the log are passed on once', () => {
  const open = { end: 106, stableEnd: 100 };
  expect(fetchOf(at, 100, responseOf([], open))).toBeNull();
  const ends = { fetchedOffset: 100, nextOffset: 100, records: [], logEnd: 106, stableEnd: 100 };
  expect(endsOf(-1, [], open)).toEqual({ ...at, ...ends });
  expect(endsOf(106, [], open)).toBeNull();
  expect(endsOf(106, [], { ...open, end: 107 })).toMatchObject({ logEnd: 107 });
});

test('of a log that was read to its end, and of one that a broker refuses, nothing is passed on', () => {
  expect(endsOf(-1, [], { end: 100 })).toBeNull();
  expect(endsOf(100, [], { end: 100 })).toBeNull();
  expect(endsOf(-1, [], { end: -1, error: 6 })).toBeNull();
});
