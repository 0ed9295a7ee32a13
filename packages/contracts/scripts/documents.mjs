// Makes what only programs read, from schemas/: dist/documents/{openapi,asyncapi,webhooks}.json, the viewer that ingress shows one of
// them with, and src/generated. The first step of `npm run build`. It does nothing where all was made from the same sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { viewerFiles, viewerVersion } from './viewer.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const schemas = join(scripts, '../../../schemas');
const client = join(scripts, '../../client/src');
const made = join(scripts, '../dist/documents');
const sources = join(scripts, '../src/generated');
const shown = join(scripts, '../../../services/ingress/dist/documents');

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** What writes the samples of calls. */
const snippetSources = {
  snippets: join(client, 'snippets.ts'),
  operations: join(client, 'operations.ts'),
  lines: join(client, 'generated/operations.ts'),
};

/** Contents, not times: a checkout gives old files new times. */
const sourcesHash = () => {
  const hash = createHash('sha256').update(`redoc ${viewerVersion()}\n`);
  for (const path of [...filesIn(schemas), ...filesIn(scripts), ...Object.values(snippetSources)])
    hash.update(`${path}\n`).update(readFileSync(path));
  return hash.digest('hex');
};

/** Whole or not at all: several runs may write at once. */
const write = (folder, name, text) => {
  const path = join(folder, name);
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
};

/** The libraries are loaded only when something is to be made. */
const makeDocuments = async () => {
  const { parse } = await import('yaml');
  const { asyncapiDocument } = await import('./asyncapi-document.mjs');
  const { withCodeSamples } = await import('./code-samples.mjs');
  const { withNullAsAbsent } = await import('./null-is-absent.mjs');
  const { servedDocument, withSeveralTypes } = await import('./served-document.mjs');
  const { readWebhooks, withWebhooks } = await import('./webhook-schemas.mjs');
  const openapi = parse(readFileSync(join(schemas, 'http/openapi.yaml'), 'utf8'));
  const webhooks = readWebhooks(schemas);
  const written = Object.entries(snippetSources).map(([name, path]) => [name, readFileSync(path, 'utf8')]);
  const sampled = await withCodeSamples(openapi, Object.fromEntries(written));
  return {
    openapi: servedDocument(withNullAsAbsent(withSeveralTypes(withWebhooks(sampled, webhooks)))),
    asyncapi: asyncapiDocument(schemas, openapi, webhooks),
    webhooks: Object.fromEntries(webhooks),
  };
};

const sourceNames = ['avro', 'errors', 'facts', 'http-types', 'permissions', 'topics', 'webhooks'];

const makeSources = async () => {
  const { deriveSources } = await import('./derive-sources.mjs');
  return (await deriveSources(schemas)).map(([path, text]) => [basename(path), text]);
};

const results = [
  ...sourceNames.map((name) => join(sources, `${name}.ts`)),
  ...['openapi.json', 'asyncapi.json', 'webhooks.json', 'sources'].map((name) => join(made, name)),
  join(shown, 'viewer.js'),
];

const isMadeOf = (hash) => results.every(existsSync) && readFileSync(join(made, 'sources'), 'utf8') === hash;

const hash = sourcesHash();
if (!isMadeOf(hash)) {
  const documents = await makeDocuments();
  for (const folder of [made, shown, sources]) mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries(documents))
    write(made, `${name}.json`, JSON.stringify(document));
  for (const [name, text] of Object.entries(viewerFiles())) write(shown, name, text);
  for (const [name, text] of await makeSources()) write(sources, name, text);
  write(made, 'sources', hash);
}
