import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type LineSource, openLineSource } from './line-source.ts';

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

test('a gzip that ends too early is a fault after what it held', async () => {
  const whole = gzipSync(text);
  const source = await openLineSource(fileOf(whole.subarray(0, whole.length / 2)), noInput);
  await expect(readAll(source)).rejects.toThrow(
    /receipts cannot be read to its end \(unexpected end of file\)/,
  );
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
