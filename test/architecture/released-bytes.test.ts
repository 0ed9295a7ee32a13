import { readdirSync } from 'node:fs';
import { fingerprintOf } from '@loyalty/contracts';
import { packMessages, unpackMessages } from '@loyalty/streams/outbox';
import { type ByteFormats, misreadBytes, writeSamples, type WrittenBytes } from '@loyalty/testkit/runs';
import { codecs } from '../../packages/contracts/src/avro/codecs.ts';
import { decodeTerms } from '../../packages/rules/src/returns/decode-terms.ts';
import { encodeTerms } from '../../packages/rules/src/returns/encode-terms.ts';
import { read } from '../support/sources.ts';

const folder = 'test/contract/released';
const ours = {
  codecs,
  fingerprintOf,
  packMessages,
  unpackMessages,
  terms: { encodeTerms, decodeTerms },
} as unknown as ByteFormats;
const writtenBy = (file: string): WrittenBytes => JSON.parse(read(`${folder}/${file}`)) as WrittenBytes;
const files = readdirSync(folder);

test('bytes of every release are kept', () => {
  const { releases } = JSON.parse(read('deploy/releases.json')) as {
    readonly releases: readonly { readonly version: string }[];
  };
  expect(files.toSorted()).toEqual(releases.map(({ version }) => `${version}.json`).toSorted());
});

test.each(files)('▲ messages and rows of the outbox in %s are read as they were meant (D15)', (file) => {
  const written = writtenBy(file);
  expect(misreadBytes(ours, written)).toEqual([]);
  expect(Object.keys(codecs)).toEqual(expect.arrayContaining(Object.keys(written.messages)));
});

const samples = (): WrittenBytes => JSON.parse(JSON.stringify(writeSamples(ours))) as WrittenBytes;

/** Replaces every occurrence of a text in what was written. */
const changed = (from: string, to: string): WrittenBytes =>
  JSON.parse(JSON.stringify(samples()).replaceAll(from, to)) as WrittenBytes;

test('this build reads its own bytes', () => {
  expect(misreadBytes(ours, samples())).toEqual([]);
});

test('another meaning, another fingerprint and another row are each found', () => {
  const { 'redeem-request': redeem } = samples().messages;
  const [, full] = redeem?.samples ?? [];
  const value = misreadBytes(ours, changed('memberRef ✓ 𝄞', 'another'));
  expect(value.some((text) => text.startsWith('redeem-request is read as'))).toBe(true);
  const fingerprint = misreadBytes(ours, changed(full?.fingerprint ?? '', '00'.repeat(16)));
  expect(fingerprint).toEqual([expect.stringMatching(/^redeem-request has another fingerprint/)]);
  const terms = misreadBytes(ours, changed('"multiplierScaled":15000', '"multiplierScaled":15001'));
  expect(terms).toEqual(
    [1, 2, 3].map(() => expect.stringMatching(/^terms 01[0-9a-f]+ are read as/) as unknown),
  );
  const row = misreadBytes(ours, changed('loyalty.replies', 'loyalty.facts'));
  expect(row).toEqual([expect.stringMatching(/^a row of the outbox is read as/)]);
});
