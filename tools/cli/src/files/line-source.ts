import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Fault } from '@loyalty/kernel';
import { reasonOf } from '../failures.ts';

export interface LineSource {
  /** In order. Throws a Fault when the source cannot be read to its end. */
  chunks(): AsyncIterable<Buffer>;
  /** 0 to 1; null when the length is unknown. */
  fractionRead(): number | null;
  /** Ends `chunks` soon, without an error. */
  stop(): void;
}

/** Large enough that a chunk's lines make one request, and small enough for a few chunks in memory. */
const chunkBytes = 256 * 1024;

/** `input` for `-`. Throws a Fault when there is no such file. */
export const openLineSource = async (path: string, input: Readable): Promise<LineSource> => {
  if (path === '-') return sourceOf(input, null, 'standard input');
  const totalBytes = await readSize(path);
  return sourceOf(createReadStream(path, { highWaterMark: chunkBytes }), totalBytes, path);
};

const readSize = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new Fault('NO_SUCH_FILE', `There is no file ${path}; use - for standard input.`);
  if (found.isDirectory())
    throw new Fault('NO_SUCH_FILE', `${path} is a folder; name a file, or - for standard input.`);
  return found.size;
};

const sourceOf = (raw: Readable, totalBytes: number | null, name: string): LineSource => {
  let readBytes = 0;
  let isStopped = false;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      readBytes += chunk.length;
      yield chunk;
    }
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* await unzipped(counted());
    } catch (cause) {
      // A stop destroys the stream under the loop; Node reports that as a premature close.
      if (isStopped) return;
      throw new Fault('SOURCE_UNREADABLE', `${name} cannot be read to its end (${reasonOf(cause)}).`, {
        cause,
      });
    }
  }
  return {
    chunks,
    fractionRead: () =>
      totalBytes === null || totalBytes === 0 ? null : Math.min(1, readBytes / totalBytes),
    stop: () => {
      isStopped = true;
      raw.destroy();
    },
  };
};

/** The two bytes with which every gzip begins (RFC 1952). */
const gzipMagic = Buffer.from([0x1f, 0x8b]);

const unzipped = async (chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> => {
  const head = await readHead(chunks);
  const whole = (async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* chunks;
  })();
  if (!head.subarray(0, gzipMagic.length).equals(gzipMagic)) return whole;
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // The reader of gunzip sees the failure: pipeline destroys it with the reason.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined);
  return gunzip as AsyncIterable<Buffer>;
};

/** Reads enough chunks to see the magic bytes; a terminal may give single bytes. */
const readHead = async (chunks: AsyncGenerator<Buffer>): Promise<Buffer> => {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < gzipMagic.length) {
    const next = await chunks.next();
    if (next.done === true) return head;
    head = Buffer.concat([head, next.value]);
  }
  return head;
};
