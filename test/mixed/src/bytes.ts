import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Verdicts } from '@loyalty/stack';
import { misreadBytes, writeSamples, type ByteFormats } from '@loyalty/testkit/runs';
import type { Build } from './builds.ts';

/** Judges that each of two builds reads the other's messages and rows of the outbox as they were meant. */
export const judgeBytes = async (older: Build, newer: Build, verdicts: Verdicts): Promise<void> => {
  const [before, after] = [await formatsOf(older), await formatsOf(newer)];
  const backwards = misreadBytes(after, writeSamples(before));
  verdicts.judge(
    'the newer build reads what the older one writes',
    backwards.length === 0,
    backwards.join('; '),
  );
  const forwards = misreadBytes(before, writeSamples(after));
  verdicts.judge(
    'the older build reads what the newer one writes',
    forwards.length === 0,
    forwards.join('; '),
  );
};

const formatsOf = async ({ root }: Build): Promise<ByteFormats> => {
  const load = <T>(...paths: readonly string[]): Promise<T> => {
    const found = paths.map((path) => join(root, 'packages', path)).find((path) => existsSync(path));
    if (found === undefined) throw new Error(`${root} has no ${paths.join(', nor ')}`);
    return import(pathToFileURL(found).href) as Promise<T>;
  };
  const { codecs } = await load<Pick<ByteFormats, 'codecs'>>('contracts/dist/avro/codecs.js');
  const { fingerprintOf } = await load<Pick<ByteFormats, 'fingerprintOf'>>(
    'contracts/dist/avro/wire-format.js',
  );
  const { packMessages, unpackMessages } = await load<Pick<ByteFormats, 'packMessages' | 'unpackMessages'>>(
    'streams/dist/outbox/packed-messages.js',
    // Of releases to 0.3.0.
    'messaging/dist/publish/packed-messages.js',
  );
  return { codecs, fingerprintOf, packMessages, unpackMessages };
};
