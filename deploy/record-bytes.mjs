// node deploy/record-bytes.mjs VERSION [CHECKOUT]: keeps bytes as the build of a release wrote them, in test/contract/released. CHECKOUT is
// where that release was built; by default this one. Later builds must read them.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeSamples } from '../packages/testkit/dist/runs.js';

const [version, checkout = '.'] = process.argv.slice(2);
if (version === undefined) throw new Error('node deploy/record-bytes.mjs VERSION [CHECKOUT]');
/** Loads the first of these modules that the checkout has: releases to 0.3.0 have other folders. */
const load = (...paths) => {
  const found = paths
    .map((path) => join(resolve(checkout), 'packages', path))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${checkout} has no ${paths.join(', nor ')}: build it first.`);
  return import(pathToFileURL(found).href);
};
const { codecs } = await load('contracts/dist/avro/codecs.js');
const { fingerprintOf } = await load('contracts/dist/avro/wire-format.js');
const { packMessages, unpackMessages } = await load(
  'streams/dist/outbox/packed-messages.js',
  'messaging/dist/publish/packed-messages.js',
);
/** Receipts of releases to 0.3.0 have no terms. */
const hasTerms = existsSync(join(resolve(checkout), 'packages', 'rules/dist/returns/encode-terms.js'));
const terms = hasTerms
  ? {
      ...(await load('rules/dist/returns/encode-terms.js')),
      ...(await load('rules/dist/returns/decode-terms.js')),
    }
  : undefined;
const written = writeSamples({ codecs, fingerprintOf, packMessages, unpackMessages, terms });
const folder = 'test/contract/released';
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(written, null, 2)}\n`);
