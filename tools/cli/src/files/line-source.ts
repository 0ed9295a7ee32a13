import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { Fault } from '@loyalty/kernel';
import { errorCodeOf, reasonOf } from '../failures.ts';

export interface LineSource {
  /** A path, or `standard input`. */
  readonly name: string;
  /**
   * Returns the chunks in order, unpacked. Throws a {@link SourceFault} after everything that could be read.
   */
  chunks(): AsyncIterable<Buffer>;
  /** Waits for the first 4 KiB that `chunks` returns, or for the end of the source. */
  readHead(): Promise<Buffer>;
  /** Returns as much of the first 4 KiB as has been read. */
  head(): Buffer;
  /** Returns the fraction that was read, from 0 to 1; null if the length is unknown. */
  fractionRead(): number | null;
  /** Makes `chunks` end soon, without an error. */
  stop(): void;
}

/**
 * Thrown if the source breaks before its end, because of a bad disk or a damaged gzip. What it returned
 * before is valid.
 */
export class SourceFault extends Fault {
  constructor(sentence: string, cause: unknown) {
    super('SOURCE_UNREADABLE', sentence, { cause });
    this.name = 'SourceFault';
  }
}

/** Large enough that a chunk's lines make one request, and small enough for a few chunks in memory. */
const chunkBytes = 256 * 1024;

/** Opens a source; `-` stands for `input`. Throws a Fault if there is no such file. */
export const openLineSource = async (path: string, input: Readable): Promise<LineSource> => {
  if (path === '-') return sourceOf(input, null, 'standard input');
  const totalBytes = await readSize(path);
  return sourceOf(createReadStream(path, { highWaterMark: chunkBytes }), totalBytes, path);
};

const readSize = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new Fault('NO_SUCH_FILE', `There is no file ${path}. Use - for standard input.`);
  if (found.isDirectory())
    throw new Fault('NO_SUCH_FILE', `${path} is a folder. Name a file, or use - for standard input.`);
  return found.size;
};

/** Enough to tell what a file is: the header of a tar ends at 512 bytes. */
const headBytes = 4 * 1024;

const sourceOf = (raw: Readable, totalBytes: number | null, name: string): LineSource => {
  let readBytes = 0;
  let isStopped = false;
  let head: Buffer = Buffer.alloc(0);
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      readBytes += chunk.length;
      yield chunk;
    }
  }
  async function* unpacked(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of unzipped(counted())) {
        if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes);
        yield chunk;
      }
    } catch (cause) {
      // A stop destroys the stream under the loop; Node reports that as a premature close.
      if (isStopped) return;
      throw new SourceFault(`${name} could not be read to its end (${unreadableText(cause)}).`, cause);
    }
  }
  const rest = unpacked();
  const begun: Buffer[] = [];
  const failures: unknown[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* begun.splice(0);
    for (const failure of failures) throw failure;
    yield* rest;
  }
  return {
    name,
    chunks,
    readHead: async () => {
      while (head.length < headBytes) {
        const next = await rest.next().catch((failure: unknown) => {
          failures.push(failure);
          return { done: true } as const;
        });
        if (next.done === true) break;
        begun.push(next.value);
      }
      return head;
    },
    head: () => head,
    fractionRead: () =>
      totalBytes === null || totalBytes === 0 ? null : Math.min(1, readBytes / totalBytes),
    stop: () => {
      isStopped = true;
      raw.destroy();
    },
  };
};

const gzipFaults: Readonly<Record<string, string>> = {
  'incorrect data check': 'its gzip has a wrong checksum, so any line may be damaged',
  'incorrect length check': 'its gzip has a wrong length, so lines may be missing',
  'unexpected end of file': 'its gzip is incomplete',
};

const unreadableText = (cause: unknown): string => {
  const reason = reasonOf(cause);
  const isOfGzip = errorCodeOf(cause)?.startsWith('Z_') === true;
  return isOfGzip ? `${reason}: ${gzipFaults[reason] ?? 'its gzip is damaged'}` : reason;
};

/** The two bytes with which every gzip begins (RFC 1952). */
const gzipMagic = Buffer.from([0x1f, 0x8b]);

async function* unzipped(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const head = await readMagic(chunks);
  const whole = (async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* chunks;
  })();
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) yield* gunzipped(whole);
  else yield* whole;
}

/** Reads enough chunks to see the magic bytes; a terminal may give single bytes. */
const readMagic = async (chunks: AsyncGenerator<Buffer>): Promise<Buffer> => {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < gzipMagic.length) {
    const next = await chunks.next();
    if (next.done === true) return head;
    head = Buffer.concat([head, next.value]);
  }
  return head;
};

/**
 * Yields all that was unpacked before it throws: a destroyed stream drops what nobody has read, and with it
 * lines that are sound.
 */
async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  const progress = followed(gunzip);
  let written = 0;
  try {
    for await (const piece of piecesOf(chunks)) {
      written += piece.length;
      if (!progress.isEnded()) await progress.after((done) => gunzip.write(piece, done));
      yield* progress.taken();
      if (progress.isEnded()) requirePadding(piece.subarray(-Math.max(1, written - gunzip.bytesWritten)));
    }
    if (!progress.isEnded()) await progress.after(() => gunzip.end());
    yield* progress.taken();
  } finally {
    gunzip.destroy();
  }
}

const followed = (gunzip: Gunzip) => {
  const unpacked: Buffer[] = [];
  const failures: Error[] = [];
  let isEnded = false;
  let settle = (): void => undefined;
  gunzip.on('data', (bytes: Buffer) => unpacked.push(bytes));
  // A write that ends or breaks the stream is not called back.
  gunzip.on('end', () => {
    isEnded = true;
    settle();
  });
  gunzip.on('error', (reason) => {
    failures.push(reason);
    settle();
  });
  return {
    isEnded: () => isEnded,
    after: (begin: (done: () => void) => unknown): Promise<void> =>
      new Promise((resolve) => {
        settle = resolve;
        begin(resolve);
      }),
    *taken(): Generator<Buffer> {
      yield* unpacked.splice(0);
      for (const failure of failures) throw failure;
    },
  };
};

/** Node ends a gzip at a zero byte behind it, which some tools add; it would drop what follows in silence. */
const requirePadding = (rest: Buffer): void => {
  if (rest.some((byte) => byte !== 0)) throw new Error('the gzip is followed by other bytes');
};

/** Deflate packs 1,032 to 1 at most, so that a piece makes some 4 MiB of lines. */
const pieceBytes = 4 * 1024;

/** The checksum and the length at the end of a gzip (RFC 1952). */
const trailerBytes = 8;

/** The last eight bytes come alone: all lines are unpacked before the checksum is compared. */
async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([held, chunk]);
    const end = Math.max(0, bytes.length - trailerBytes);
    for (let from = 0; from < end; from += pieceBytes)
      yield bytes.subarray(from, Math.min(end, from + pieceBytes));
    held = bytes.subarray(end);
  }
  if (held.length > 0) yield held;
}
