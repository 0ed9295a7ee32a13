// Makes what only programs read, from schemas/: dist/documents/{openapi,asyncapi,webhooks}.json, and src/generated of this package and
// of the client. Then it makes the pages that ingress serves, from these and from the guides. The first step of `npm run build`. It
// makes nothing again whose sources are the same as before.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tokensPath } from './pages/frame.mjs';
import { guides } from './pages/guides.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = join(scripts, '../../..');
const schemas = join(root, 'schemas');
const client = join(root, 'packages/client/src');
const documentsFolder = 'packages/contracts/dist/documents';
const pagesFolder = 'services/ingress/dist/documents';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** Of the client, what writes the samples of calls. */
const snippetNames = ['snippets', 'operations'];
const snippetPath = (name) => join(client, `${name}.ts`);

/** Contents, not times: a checkout gives old files new times. */
const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(path));
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
const makeSources = async () => {
  const { clientFolder, deriveSources } = await import('./derive-sources.mjs');
  const sources = await deriveSources(schemas);
  const lines = new Map(sources).get(`${clientFolder}/operations.ts`);
  return [...sources, ...(await makeDocuments(lines))];
};

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const makePages = async () => {
  const { pageFiles } = await import('./pages/pages.mjs');
  const catalogue = readJson(join(schemas, 'errors.json'));
  const [asyncapi, openapi] = ['asyncapi', 'openapi'].map((name) =>
    readJson(join(root, documentsFolder, `${name}.json`)),
  );
  const files = pageFiles({ root, catalogue, asyncapi, openapi });
  return files.map(([name, content]) => [`${pagesFolder}/${name}`, content]);
};

/** Whole or not at all: several runs may write at once. */
const write = (path, content) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
};

/** A source that is no longer derived would still be compiled. */
const removeOthers = (paths) => {
  for (const folder of new Set(paths.map(dirname).filter((path) => basename(path) === 'generated')))
    for (const name of readdirSync(join(root, folder)))
      if (!paths.includes(`${folder}/${name}`)) rmSync(join(root, folder, name));
};

const isMadeOf = (made, hash) => {
  if (!existsSync(made)) return false;
  const { hash: ofThem, paths } = readJson(made);
  return ofThem === hash && paths.every((path) => existsSync(join(root, path)));
};

/** A file `made` in the folder says of what everything was made, and lists it. */
const makeOnce = async (folder, sources, make) => {
  const made = join(root, folder, 'made');
  const hash = hashOf(sources);
  if (isMadeOf(made, hash)) return;
  const files = await make();
  const paths = files.map(([path]) => path);
  for (const [path, content] of files) write(join(root, path), content);
  removeOthers(paths);
  write(made, JSON.stringify({ hash, paths }));
};

/** The library whose output is in pages: its manifest holds its version. */
const library = createRequire(import.meta.url).resolve('marked/package.json');

const sources = [...filesIn(schemas), ...filesIn(scripts), ...snippetNames.map(snippetPath)];
await makeOnce(documentsFolder, sources, makeSources);
await makeOnce(
  pagesFolder,
  [...sources, library, tokensPath, ...guides.map(({ file }) => join(root, file))],
  makePages,
);
