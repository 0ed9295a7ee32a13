import { PartitionReading } from './partition-reading.ts';

const at = { topic: 't', partition: 0 };
const record = (offset: number, timestamp = offset) => ({
  ...at,
  offset,
  timestamp,
  key: null,
  value: null,
  headers: {},
});
const fetch = (from: number, to: number, fetchedOffset = from) => ({
  ...at,
  fetchedOffset,
  nextOffset: to,
  records: Array.from({ length: to - from }, (_, n) => record(from + n)),
});
const offsetsOf = (intake: ReturnType<PartitionReading['take']>): number[] =>
  intake.outcome === 'taken' ? intake.records.map(({ offset }) => offset) : [];

test('no record is taken before the position is known', () => {
  expect(new PartitionReading().take(fetch(0, 5))).toEqual({ outcome: 'dropped', seekTo: null });
});

test('▲ a fetch that began behind the position is dropped, and the position is sought again', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  expect(reading.take(fetch(10, 12))).toEqual({ outcome: 'dropped', seekTo: 3 });
  expect(offsetsOf(reading.take(fetch(3, 6)))).toEqual([3, 4, 5]);
});

test('records before the position are skipped', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  expect(offsetsOf(reading.take(fetch(0, 5)))).toEqual([3, 4]);
  expect(offsetsOf(reading.take(fetch(0, 5)))).toEqual([]);
});

test('a batch of control records moves the expected offset', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  expect(offsetsOf(reading.take({ ...at, fetchedOffset: 3, nextOffset: 5, records: [] }))).toEqual([]);
  expect(offsetsOf(reading.take(fetch(5, 7)))).toEqual([5, 6]);
});

test('▲ behind offsets without records, those offsets are fetched again: the log may have been cut and written again', () => {
  const reading = new PartitionReading();
  reading.begin(0, null);
  const byLeader = (from: number, to: number) => ({
    ...fetch(from, to),
    records: fetch(from, to).records.map((each) => ({ ...each, leaderEpoch: 2 })),
  });
  expect(offsetsOf(reading.take({ ...at, fetchedOffset: 0, nextOffset: 1, records: [] }))).toEqual([]);
  expect(reading.take(byLeader(1, 3))).toEqual({ outcome: 'dropped', seekTo: 0 });
  expect(offsetsOf(reading.take(byLeader(0, 3)))).toEqual([0, 1, 2]);
  expect(offsetsOf(reading.take(byLeader(3, 4)))).toEqual([3]);
});

test('the preceding record is compared and not taken', () => {
  const reading = new PartitionReading();
  expect(reading.begin(3, { offset: 2, timestamp: 2 })).toBe(2);
  expect(offsetsOf(reading.take(fetch(2, 5)))).toEqual([3, 4]);
});

test('another timestamp of the preceding record means that the log was replaced', () => {
  const reading = new PartitionReading();
  reading.begin(3, { offset: 2, timestamp: 77 });
  expect(reading.take(fetch(2, 5))).toMatchObject({ outcome: 'unreadable' });
});

test('a preceding record that is no longer there is no objection', () => {
  const reading = new PartitionReading();
  reading.begin(3, { offset: 2, timestamp: 77 });
  expect(offsetsOf(reading.take({ ...fetch(3, 5), fetchedOffset: 2 }))).toEqual([3, 4]);
});

const undecodableAt = (offset: number) => ({ ...fetch(offset, offset), undecodable: 'lz4' });

test('an undecodable batch is reported when it comes next', () => {
  const reading = new PartitionReading();
  expect(reading.take(undecodableAt(0))).toEqual({ outcome: 'dropped', seekTo: null });
  reading.begin(3, null);
  reading.take(fetch(3, 6));
  expect(reading.take(undecodableAt(9))).toEqual({ outcome: 'dropped', seekTo: 6 });
  expect(reading.take(undecodableAt(3))).toEqual({ outcome: 'dropped', seekTo: 6 });
  expect(reading.isBlocked).toBe(false);
  expect(reading.take(undecodableAt(6))).toEqual({ outcome: 'unreadable', detail: 'lz4' });
  expect(reading).toMatchObject({ isBlocked: true });
});

test('it is not reported any more once reading starts again', () => {
  const reading = new PartitionReading();
  reading.begin(6, null);
  reading.take(undecodableAt(6));
  reading.begin(7, null);
  expect(reading).toMatchObject({ isBlocked: false });
});

const outsideAt = (offset: number) => ({ ...fetch(offset, offset), isOutside: true as const });

test('▲ an offset outside the log is reported when it comes next, and no record is taken any more', () => {
  const reading = new PartitionReading();
  expect(reading.take(outsideAt(0))).toEqual({ outcome: 'dropped', seekTo: null });
  reading.begin(3, null);
  reading.take(fetch(3, 6));
  expect(reading.take(outsideAt(3))).toEqual({ outcome: 'dropped', seekTo: 6 });
  expect(reading.take(outsideAt(6))).toEqual({ outcome: 'outside' });
  expect(reading).toMatchObject({ isBlocked: true });
  expect(reading.take(fetch(6, 9))).toEqual({ outcome: 'dropped', seekTo: null });
});

const underLeader = (leaderEpoch: number, { records, ...rest }: ReturnType<typeof fetch>) => ({
  ...rest,
  records: records.map((one) => ({ ...one, leaderEpoch })),
});

test('▲ records of another leader are taken once the record before them is seen to be unchanged', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(underLeader(1, fetch(3, 6)));
  expect(reading.take(underLeader(2, fetch(6, 9)))).toEqual({ outcome: 'dropped', seekTo: 5 });
  const again = underLeader(2, fetch(5, 9));
  const [before, ...others] = again.records;
  const records = [{ ...before, ...record(5), leaderEpoch: 1 }, ...others];
  expect(offsetsOf(reading.take({ ...again, records }))).toEqual([6, 7, 8]);
  expect(offsetsOf(reading.take(underLeader(2, fetch(9, 11))))).toEqual([9, 10]);
});

test('▲ records of another leader are taken even when fetches bring the record before them alone', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(underLeader(1, fetch(3, 6)));
  expect(reading.take(underLeader(2, fetch(6, 9)))).toEqual({ outcome: 'dropped', seekTo: 5 });
  expect(offsetsOf(reading.take(underLeader(1, fetch(5, 6))))).toEqual([]);
  expect(offsetsOf(reading.take(underLeader(2, fetch(6, 9))))).toEqual([6, 7, 8]);
  expect(reading.take(underLeader(3, fetch(9, 11)))).toEqual({ outcome: 'dropped', seekTo: 8 });
});

test.each([
  ['in the middle of a fetch', 4, record(3)],
  ['at the beginning of one', 6, null],
])('▲ what is taken back %s leaves what was read before it to be compared', (_, offset, before) => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(underLeader(1, fetch(3, 6)));
  if (offset === 6) reading.take(underLeader(1, fetch(6, 9)));
  reading.rewind(offset, before === null ? null : { ...before, leaderEpoch: 1 });
  expect(reading.take(underLeader(2, fetch(offset, 9)))).toEqual({ outcome: 'dropped', seekTo: offset - 1 });
});

test('▲ another record in its place means that the log was cut and written again', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(underLeader(1, fetch(3, 6)));
  reading.take(underLeader(2, fetch(6, 9)));
  expect(reading.take(underLeader(2, fetch(5, 9)))).toMatchObject({ outcome: 'unreadable' });
  expect(reading).toMatchObject({ isBlocked: true });
  expect(reading.take(fetch(9, 11))).toEqual({ outcome: 'dropped', seekTo: null });
});

test('▲ after a join the last record is fetched again: a log that was cut and has grown back to where it ended is seen', () => {
  const reading = new PartitionReading();
  expect(reading.resume()).toBeNull();
  reading.begin(3, null);
  expect(reading.resume()).toBe(3);
  reading.take(fetch(3, 6));
  expect(reading.resume()).toBe(5);
  expect(offsetsOf(reading.take(fetch(5, 8)))).toEqual([6, 7]);
  expect(reading.resume()).toBe(7);
  expect(reading.take({ ...fetch(7, 8), records: [record(7, 100)] })).toMatchObject({
    outcome: 'unreadable',
  });
});

test('▲ it says which record it awaits to be compared, and takes nothing once the log is seen to end before it', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(fetch(3, 6));
  expect(reading.awaited).toBeNull();
  reading.resume();
  expect(reading.awaited).toBe(5);
  expect(reading.endBefore()).toEqual({ outcome: 'outside' });
  expect(reading).toMatchObject({ isBlocked: true, awaited: null });
  expect(reading.take(fetch(5, 8))).toEqual({ outcome: 'dropped', seekTo: null });
});

/** A fetch of records and, after them, offsets that consumers are not shown. */
const hiding = (
  from: number,
  to: number,
  hidden: { readonly leaderEpoch?: number; readonly ms?: number } = {},
) => {
  const { ms = to, leaderEpoch } = hidden;
  const mark = { offset: to, timestamp: ms, ...(leaderEpoch === undefined ? {} : { leaderEpoch }) };
  const { records, ...fetched } = fetch(from, to);
  return { ...fetched, records, nextOffset: to + 1, covered: { first: records[0] ?? mark, last: mark } };
};

test('▲ a marker after the last record is passed, and so is one that comes alone', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  expect(reading.take(hiding(3, 5))).toMatchObject({
    records: [{ offset: 3 }, { offset: 4 }],
    passed: { offset: 5 },
  });
  expect(reading.take(hiding(6, 6))).toMatchObject({ records: [], passed: { offset: 6 } });
  expect(reading.take(fetch(7, 9))).toMatchObject({ passed: null });
});

test('▲ the preceding record may be a marker, which is compared as a record is', () => {
  const reading = new PartitionReading();
  expect(reading.begin(6, { offset: 5, timestamp: 5 })).toBe(5);
  expect(reading.take(hiding(5, 5))).toMatchObject({ outcome: 'taken', records: [] });
  expect(reading.awaited).toBeNull();
  expect(offsetsOf(reading.take(fetch(6, 8)))).toEqual([6, 7]);
  reading.begin(6, { offset: 5, timestamp: 77 });
  expect(reading.take(hiding(5, 5))).toMatchObject({ outcome: 'unreadable' });
});

test('▲ a marker in place of the preceding record means that the log was replaced', () => {
  const reading = new PartitionReading();
  reading.begin(6, { offset: 5, timestamp: 5 });
  const { records } = fetch(6, 8);
  const covered = { first: { offset: 5, timestamp: 9 }, last: record(7) };
  expect(reading.take({ ...fetch(6, 8, 5), records, covered })).toMatchObject({ outcome: 'unreadable' });
});

test('▲ a marker of another leader is taken once the record before it is seen to be unchanged', () => {
  const reading = new PartitionReading();
  reading.begin(3, null);
  reading.take(underLeader(1, fetch(3, 6)));
  expect(reading.take(hiding(6, 6, { leaderEpoch: 2 }))).toEqual({ outcome: 'dropped', seekTo: 5 });
  const again = hiding(5, 6, { leaderEpoch: 2 });
  expect(
    reading.take({
      ...again,
      ...underLeader(1, { ...again }),
      covered: { ...again.covered, first: { ...record(5), leaderEpoch: 1 } },
    }),
  ).toMatchObject({
    outcome: 'taken',
    records: [],
    passed: { offset: 6 },
  });
  expect(offsetsOf(reading.take(underLeader(2, fetch(7, 9))))).toEqual([7, 8]);
});

test('▲ ends of a log without records move nothing, and the preceding record stays to be compared', () => {
  const reading = new PartitionReading();
  reading.begin(3, { offset: 2, timestamp: 2 });
  expect(reading.take({ ...fetch(2, 2), logEnd: 9, stableEnd: 2 })).toMatchObject({
    records: [],
    passed: null,
  });
  expect([reading.next, reading.awaited]).toEqual([2, 2]);
});
