import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type LineSource, openLineSource, SourceFault } from './line-source.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const text = 'one\ntwo\n'.repeat(50_000);
const noInput = Readable.from([]);
const inputOf = (bytes: Buffer, chunkBytes: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
      bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
    ),
  );
const fileOf = (bytes: Buffer | string): string => {
  const path = join(folder.path, 'receipts');
  writeFileSync(path, bytes);
  return path;
};
const readAll = async (source: LineSource): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test('a file is read as it is, and tells how much of it was read', async () => {
  const source = await openLineSource(fileOf(text), noInput);
  expect(source.fractionRead()).toBe(0);
  expect(await readAll(source)).toBe(text);
  expect(source.fractionRead()).toBe(1);
});

test('gzip is recognised by its first bytes, several in a row too', async () => {
  const source = await openLineSource(fileOf(Buffer.concat([gzipSync(text), gzipSync('end')])), noInput);
  expect(await readAll(source)).toBe(`${text}end`);
});

test.each([1, 2, 7, 100_000])(
  'standard input may come in chunks of %d bytes, gzipped or not',
  async (chunkBytes) => {
    const short = text.slice(0, 1_000);
    for (const bytes of [Buffer.from(short), gzipSync(short)]) {
      const source = await openLineSource('-', inputOf(bytes, chunkBytes));
      expect(await readAll(source)).toBe(short);
      expect(source.fractionRead()).toBeNull();
    }
  },
);

test.each([Buffer.alloc(0), Buffer.from('{')])(
  'an input shorter than a signature is read too',
  async (bytes) => {
    expect(await readAll(await openLineSource('-', inputOf(bytes, 1)))).toBe(bytes.toString());
  },
);

/** Reads all that a source gives before it breaks, and why it does. */
const readBroken = async (bytes: Buffer): Promise<readonly [text: string, failure: unknown]> => {
  const source = await openLineSource(fileOf(bytes), noInput);
  let read = '';
  try {
    for await (const chunk of source.chunks()) read += chunk.toString();
  } catch (failure) {
    return [read, failure];
  }
  return [read, null];
};
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy.at(at) ?? 0) ^ 1, at < 0 ? copy.length + at : at);
  return copy;
};
const packed = gzipSync(text);

test.each<[string, Buffer, RegExp]>([
  ['has a wrong checksum', changed(packed, -8), /\(incorrect data check: its gzip has a wrong checksum/],
  ['has a wrong length', changed(packed, -1), /\(incorrect length check: its gzip has a wrong length/],
  ['lacks its length', packed.subarray(0, -3), /\(unexpected end of file: its gzip is incomplete\)/],
  ['lacks its checksum', packed.subarray(0, -8), /unexpected end of file/],
  [
    'is followed by text',
    Buffer.concat([packed, Buffer.from('x\n')]),
    /incorrect header check: its gzip is damaged/,
  ],
  [
    'is followed by zeros and text',
    Buffer.concat([packed, Buffer.alloc(10_000), Buffer.from('three\n')]),
    /the gzip is followed by other bytes/,
  ],
])('a gzip that %s gives all of its lines before it is a fault', async (_what, bytes, message) => {
  const [read, failure] = await readBroken(bytes);
  expect(read).toBe(text);
  expect(failure).toBeInstanceOf(SourceFault);
  expect(String(failure)).toMatch(message);
});

test('a gzip that is cut short or damaged within gives what comes before', async () => {
  const random = Array.from({ length: 20_000 }, (_, at) => (Math.sin(at) * 1e9).toString()).join('\n');
  const whole = gzipSync(random);
  for (const bytes of [whole.subarray(0, whole.length / 2), changed(whole, Math.floor(whole.length / 2))]) {
    const [read, failure] = await readBroken(bytes);
    expect(failure).toBeInstanceOf(SourceFault);
    expect(read.length).toBeGreaterThan(random.length / 4);
  }
  const [read] = await readBroken(whole.subarray(0, whole.length / 2));
  expect(random.startsWith(read)).toBe(true);
});

test('zeros behind a gzip are padding', async () => {
  expect(await readBroken(Buffer.concat([packed, Buffer.alloc(10_000)]))).toEqual([text, null]);
});

test('the head is what the source begins with, unpacked, and is read again with the rest', async () => {
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const source = await openLineSource('-', inputOf(bytes, 100));
    expect((await source.readHead()).toString()).toBe(text.slice(0, 4_096));
    expect(await readAll(source)).toBe(text);
    expect(source.head().toString()).toBe(text.slice(0, 4_096));
  }
  const short = await openLineSource('-', inputOf(Buffer.from('one'), 1));
  expect(short.head()).toHaveLength(0);
  expect((await short.readHead()).toString()).toBe('one');
  expect(await readAll(short)).toBe('one');
  const broken = await openLineSource('-', inputOf(gzipSync('one\ntwo\n').subarray(0, -3), 100));
  expect((await broken.readHead()).toString()).toBe('one\ntwo\n');
  await expect(readAll(broken)).rejects.toThrow(SourceFault);
});

test('a path without a file is named', async () => {
  await expect(openLineSource(join(folder.path, 'none'), noInput)).rejects.toThrow(/There is no file .*none/);
  await expect(openLineSource(folder.path, noInput)).rejects.toThrow(/is a folder/);
});

test('a source that is stopped ends without an error, even while it waits for input', async () => {
  const endless = new Readable({ read: () => undefined });
  endless.push('one\n');
  const source = await openLineSource('-', endless);
  const read = readAll(source);
  source.stop();
  await expect(read).resolves.toMatch(/^(one\n)?$/);
});
