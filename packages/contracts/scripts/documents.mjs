// Makes what only programs read, from schemas/: dist/documents/{openapi,asyncapi,webhooks}.json, the viewer that ingress shows one of
// them with, and src/generated of this package and of the client. The first step of `npm run build`. It does nothing if everything
// was made from the same schemas.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { viewerFiles, viewerVersion } from './viewer.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = join(scripts, '../../..');
const schemas = join(root, 'schemas');
const client = join(root, 'packages/client/src');
const documentsFolder = 'packages/contracts/dist/documents';
const viewerFolder = 'services/ingress/dist/documents';
/** Says of what everything was made, and lists it. */
const made = join(root, documentsFolder, 'made');

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** Of the client, what writes the samples of calls. */
const snippetNames = ['snippets', 'operations'];
const snippetPath = (name) => join(client, `${name}.ts`);

/** Contents, not times: a checkout gives old files new times. */
const sourcesHash = () => {
  const hash = createHash('sha256').update(`redoc ${viewerVersion()}\n`);
  for (const path of [...filesIn(schemas), ...filesIn(scripts), ...snippetNames.map(snippetPath)])
    hash.update(`${path}\n`).update(readFileSync(path));
  return hash.digest('hex');
};

/** The libraries are loaded only when something is to be made. */
const makeDocuments = async (lines) => {
  const { parse } = await import('yaml');
  const { asyncapiDocument } = await import('./asyncapi-document.mjs');
  const { withCodeSamples } = await import('./code-samples.mjs');
  const { withNullAsAbsent } = await import('./null-is-absent.mjs');
  const { servedDocument, withSeveralTypes } = await import('./served-document.mjs');
  const { readWebhooks, withWebhooks } = await import('./webhook-schemas.mjs');
  const openapi = parse(readFileSync(join(schemas, 'http/openapi.yaml'), 'utf8'));
  const webhooks = readWebhooks(schemas);
  const written = snippetNames.map((name) => [name, readFileSync(snippetPath(name), 'utf8')]);
  const sampled = await withCodeSamples(openapi, { ...Object.fromEntries(written), lines });
  const documents = {
    openapi: servedDocument(withNullAsAbsent(withSeveralTypes(withWebhooks(sampled, webhooks)))),
    asyncapi: asyncapiDocument(schemas, openapi, webhooks),
    webhooks: Object.fromEntries(webhooks),
  };
  return Object.entries(documents).map(([name, document]) => [
    `${documentsFolder}/${name}.json`,
    JSON.stringify(document),
  ]);
};

/** Every file: its path below the root, and its text. */
const makeAll = async () => {
  const { clientFolder, deriveSources } = await import('./derive-sources.mjs');
  const sources = await deriveSources(schemas);
  const lines = new Map(sources).get(`${clientFolder}/operations.ts`);
  const viewer = Object.entries(viewerFiles()).map(([name, text]) => [`${viewerFolder}/${name}`, text]);
  return [...sources, ...(await makeDocuments(lines)), ...viewer];
};

/** Whole or not at all: several runs may write at once. */
const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
};

/** A source that is no longer derived would still be compiled. */
const removeOthers = (paths) => {
  for (const folder of new Set(paths.map(dirname).filter((path) => basename(path) === 'generated')))
    for (const name of readdirSync(join(root, folder)))
      if (!paths.includes(`${folder}/${name}`)) rmSync(join(root, folder, name));
};

const isMadeOf = (hash) => {
  if (!existsSync(made)) return false;
  const { hash: ofThem, paths } = JSON.parse(readFileSync(made, 'utf8'));
  return ofThem === hash && paths.every((path) => existsSync(join(root, path)));
};

const hash = sourcesHash();
if (!isMadeOf(hash)) {
  const files = await makeAll();
  const paths = files.map(([path]) => path);
  for (const [path, text] of files) write(join(root, path), text);
  removeOthers(paths);
  write(made, JSON.stringify({ hash, paths }));
}
