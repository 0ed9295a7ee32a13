// Derives what follows from schemas/ and is committed: the pages of docs/reference and the sources of packages/client. With
// --check it writes nothing, and exits 1 naming what is stale. `documents.mjs` makes what only our own programs read.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveErrors, deriveTopics } from './derive-catalogues.mjs';
import { deriveClient } from './derive-client.mjs';
import { deriveFailures } from './derive-failures.mjs';
import { deriveOperations } from './derive-operations.mjs';
import {
  deriveConnections,
  deriveDatabaseRights,
  deriveLockOrder,
  derivePackages,
  deriveSettings,
  deriveTelemetry,
} from './derive-pages.mjs';
import { derivePermissions } from './derive-permissions.mjs';
import { sourcesFolder } from './derive-sources.mjs';

const clientFolder = 'packages/client/src/generated';

/** Every derived file: its path below the root, and its text. */
const deriveAll = async (root) => {
  const schemasFolder = join(root, 'schemas');
  const parts = await Promise.all([
    deriveErrors(schemasFolder, sourcesFolder),
    deriveTopics(schemasFolder, sourcesFolder),
    derivePermissions(schemasFolder, sourcesFolder),
    deriveClient(schemasFolder, clientFolder),
    derivePackages(root),
    deriveSettings(root),
    deriveTelemetry(root),
    deriveLockOrder(root),
    deriveConnections(root),
    deriveDatabaseRights(root),
    deriveOperations(root),
    deriveFailures(root),
  ]);
  return new Map(parts.flat().filter(([path]) => !path.startsWith(`${sourcesFolder}/`)));
};

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Files that were derived once and no longer are. */
const leftovers = (root, derived) =>
  (existsSync(join(root, clientFolder)) ? readdirSync(join(root, clientFolder)) : [])
    .map((name) => `${clientFolder}/${name}`)
    .filter((path) => !derived.has(path));

const check = (stale) => {
  if (stale.length === 0) return;
  console.error(`Stale, run \`npm run derive\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exitCode = 1;
};

const write = (root, derived, stale) => {
  for (const path of stale) {
    const text = derived.get(path);
    const target = join(root, path);
    if (text === undefined) {
      rmSync(target);
    } else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    console.log(relative(process.cwd(), target));
  }
};

const rootArgument = process.argv.find((argument) => argument.startsWith('--root='));
const root =
  rootArgument === undefined
    ? resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
    : resolve(rootArgument.slice('--root='.length));
const derived = await deriveAll(root);
const changed = [...derived]
  .filter(([path, text]) => textOf(join(root, path)) !== text)
  .map(([path]) => path);
const stale = [...changed, ...leftovers(root, derived)].sort();
if (process.argv.includes('--check')) check(stale);
else write(root, derived, stale);
