// Derives everything that follows from schemas/, and the pages of docs/reference. With --check it writes
// nothing, and exits 1 naming what is stale.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveAvro } from './derive-avro.mjs';
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
import { deriveTypes } from './derive-types.mjs';

const generatedFolder = 'packages/contracts/src/generated';
const clientFolder = 'packages/client/src/generated';

/** Every derived file: its path below the root, and its text. */
const deriveAll = async (root) => {
  const schemasFolder = join(root, 'schemas');
  const parts = await Promise.all([
    deriveTypes(schemasFolder, generatedFolder),
    deriveErrors(schemasFolder, generatedFolder),
    deriveTopics(schemasFolder, generatedFolder),
    derivePermissions(schemasFolder, generatedFolder),
    deriveAvro(schemasFolder, generatedFolder),
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
  return new Map(parts.flat());
};

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Files that were derived once and no longer are. */
const leftovers = (root, derived) =>
  [generatedFolder, clientFolder]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
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
