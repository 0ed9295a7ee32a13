import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeFetchResponse } from './fetch.ts';
import { OutsideMark, UndecodableMark } from './record-batch.ts';
import { StoredRecord } from './stored-record.ts';
import {
  asStored,
  batchOf,
  responseWith,
  topic,
  withChecksum,
  withRecords,
} from './testing/fetch-response-bytes.ts';

const good = asStored(batchOf([{ value: 'of a neighbour' }]));
const some = batchOf([{ value: 'first' }, { value: 'second' }, { value: 'third' }]);

/** Returns the records of each partition, or its mark alone; each fetch starts at this offset. */
const decoded = (recordSets: readonly Buffer[], fetchOffset = '100') => {
  // kafkajs mixes partitions, and repeats a topic for each one that stands alone.
  const asked = recordSets.map((_, partition) => ({
    topic,
    partitions: [{ partition, fetchOffset, maxBytes: 1 }],
  }));
  const { responses } = decodeFetchResponse(responseWith(recordSets), { topics: asked });
  return responses.flatMap((one) =>
    one.partitions.map(({ records, mark }) => (mark === null ? records : [mark])),
  );
};

const shown = (messages: ReturnType<typeof decoded>[number] | undefined) =>
  messages?.map((message) => {
    if (message instanceof StoredRecord) return { offset: message.offset, value: message.value?.toString() };
    return message instanceof UndecodableMark ? { reason: message.reason } : {};
  });

/** Returns the messages of a partition with this record set, beside good neighbours. */
const besideOthers = (recordSet: Buffer) => {
  const [before, between, behind] = decoded([good, recordSet, good]);
  expect([before, behind].map(shown)).toEqual([shown(decoded([good])[0]), shown(decoded([good])[0])]);
  return shown(between);
};

const marked = (reason: string) => [{ reason: expect.stringContaining(reason) as string }];

test.each([
  { attributes: 2, codec: 'snappy' },
  { attributes: 3, codec: 'lz4' },
  { attributes: 4, codec: 'zstd' },
  { attributes: 7, codec: 'codec 7' },
])(
  '▲ a batch of $codec is marked with its offsets, and other partitions are decoded',
  ({ attributes, codec }) => {
    expect(besideOthers(asStored(some, { offset: 100, attributes }))).toEqual(
      marked(`the record batch of offsets 100 to 102 cannot be decoded: it is compressed with ${codec}`),
    );
  },
);

test('▲ gzip is not unzipped beyond 8 MiB', () => {
  const bomb = withRecords(batchOf([{ value: Buffer.alloc(9 * 1024 * 1024) }]), gzipSync);
  expect(bomb.length).toBeLessThan(20_000);
  expect(besideOthers(asStored(bomb, { offset: 100, attributes: 1 }))).toEqual(
    marked('Cannot create a Buffer larger than 8388608 bytes'),
  );
});

test('▲ a batch that falsely claims to be gzip is marked', () => {
  expect(besideOthers(asStored(some, { offset: 100, attributes: 1 }))).toEqual(
    marked('incorrect header check'),
  );
});

/** The bytes of a record in a batch. Numbers are zigzag: 1 is −1. */
const absent = 1;
const pad = Array<number>(40).fill(0);

test.each([
  { what: 'a record beyond the end of its batch', record: [200, 1, 0, 0, 0] },
  { what: 'a record of negative length', record: [absent, ...pad] },
  { what: 'a value beyond the end of its record', record: [12, 0, 0, 0, absent, 40, 0, ...pad] },
  { what: 'a header without a name', record: [16, 0, 0, 0, absent, absent, 2, absent, 0, ...pad] },
])('▲ $what is marked', ({ record }) => {
  const bad = withRecords(batchOf([{ value: 'one' }]), () => Buffer.from(record));
  expect(besideOthers(asStored(bad, { offset: 100 }))).toEqual(marked('of offsets 100 to 100'));
});

test('▲ more than 100,000 records in one batch are marked and not decoded', () => {
  const many = batchOf(Array.from({ length: 100_001 }, () => ({ value: null })));
  expect(besideOthers(asStored(many, { offset: 100 }))).toEqual(
    marked('the record batch of offsets 100 to 100100 cannot be decoded: it holds 100001 records'),
  );
});

test('▲ the checksum reveals a flipped bit', () => {
  const flipped = asStored(some, { offset: 100 });
  const place = flipped.indexOf('second');
  flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
  expect(besideOthers(flipped)).toEqual(
    marked('the record batch at offset 100 cannot be decoded: its checksum is wrong'),
  );
});

test.each([
  ['beyond the end of the log', 123_456_789_012],
  ['before the offset that was asked for', 50],
])('▲ a batch whose first offset has a flipped bit, and so lies %s, is marked', (_, offset) => {
  const flipped = asStored(some, { offset });
  const reason = `a record batch claims offset ${offset.toString()}, where it cannot be`;
  expect(besideOthers(flipped)).toEqual(marked(reason));
  const before = asStored(some, { offset: 100 });
  expect(shown(decoded([Buffer.concat([before, flipped])])[0])).toHaveLength(3);
});

test('a message format from before Kafka 0.11 is marked', () => {
  const old = asStored(some, { offset: 100 });
  old.writeInt8(1, 16);
  expect(besideOthers(old)).toEqual(
    marked('the record batch at offset 100 cannot be decoded: message format 1'),
  );
});

test('batches before an undecodable one are passed on, and it is marked once it comes first', () => {
  const before = asStored(some, { offset: 100 });
  const bad = asStored(some, { offset: 103, attributes: 3 });
  const behind = asStored(some, { offset: 106 });
  expect(shown(decoded([Buffer.concat([before, bad, behind])])[0])?.map(({ offset }) => offset)).toEqual([
    100, 101, 102,
  ]);
  expect(shown(decoded([Buffer.concat([bad, behind])], '104')[0])).toMatchObject([
    { reason: expect.stringContaining('of offsets 103 to 105') as string },
  ]);
});

test('▲ for any bytes of a partition, nothing is thrown and its neighbours are decoded', () => {
  const record = { key: 'key', value: 'value', headers: { a: ['b', 'c'], d: null } };
  const whole = asStored(batchOf([record, record, record]), { offset: 100 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 8, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.boolean(),
      (changes, isChecked) => {
        const changed = Buffer.from(whole);
        for (const [place, byte] of changes) changed.writeUInt8(byte, place);
        expect(besideOthers(isChecked ? withChecksum(changed) : changed)?.length).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('▲ of 100,000 headers of one name the first is read, and of 100,000 names each', () => {
  const count = 100_000;
  const same = { again: Array<string>(count).fill('x') };
  const different = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`name ${n.toString()}`, 'x']),
  );
  const [messages = []] = decoded([
    asStored(
      batchOf([
        { value: 'a', headers: same },
        { value: 'b', headers: different },
      ]),
    ),
  ]);
  const [one, other] = messages.filter((message) => message instanceof StoredRecord);
  expect(one?.headers['again']?.toString()).toBe('x');
  expect(Object.keys(other?.headers ?? {})).toHaveLength(count);
});

test('▲ an offset outside the log is marked, and other partitions are decoded: kafkajs would start at one of its ends', () => {
  const response = responseWith([good, Buffer.alloc(0), good], [0, 1, 0]);
  const asked = [0, 1, 2].map((partition) => ({
    topic,
    partitions: [{ partition, fetchOffset: '100', maxBytes: 1 }],
  }));
  const [one, two, three] = decodeFetchResponse(response, { topics: asked }).responses[0]?.partitions ?? [];
  expect(two).toMatchObject({ errorCode: 0, records: [], mark: expect.any(OutsideMark) as OutsideMark });
  expect([shown(one?.records), shown(three?.records)]).toEqual([
    shown(decoded([good])[0]),
    shown(decoded([good])[0]),
  ]);
});
