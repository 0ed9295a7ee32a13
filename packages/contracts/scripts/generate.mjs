// Derives what follows from schemas/ and from the code, and is committed: the pages of docs/reference and the files of deploy/. With
// --check it writes nothing, and exits 1 naming what is stale. `documents.mjs` makes what only programs read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveErrors, deriveTopics } from './derive-catalogues.mjs';
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

/** Every derived file: its path below the root, and its text. */
const deriveAll = async (root) => {
  const schemasFolder = join(root, 'schemas');
  const parts = await Promise.all([
    deriveErrors(schemasFolder, sourcesFolder),
    deriveTopics(schemasFolder, sourcesFolder),
    derivePermissions(schemasFolder, sourcesFolder),
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

const check = (stale) => {
  if (stale.length === 0) return;
  console.error(`Stale, run \`npm run derive\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exitCode = 1;
};

const write = (root, derived, stale) => {
  for (const path of stale) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, derived.get(path));
    console.log(relative(process.cwd(), target));
  }
};

const rootArgument = process.argv.find((argument) => argument.startsWith('--root='));
const root =
  rootArgument === undefined
    ? resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
    : resolve(rootArgument.slice('--root='.length));
const derived = await deriveAll(root);
const stale = [...derived]
  .filter(([path, text]) => textOf(join(root, path)) !== text)
  .map(([path]) => path)
  .sort();
if (process.argv.includes('--check')) check(stale);
else write(root, derived, stale);
