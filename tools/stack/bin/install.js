import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './say.js';

/**
 * Runs `npm ci` unless exactly what package-lock.json names is installed already. No package may run a script of its own
 * while it is installed, but those that `installScripts.allowed` of package.json names.
 */
export const install = async (root, giveUp) => {
  if (isInstalled(root)) return;
  say('Installing npm packages (npm ci) …');
  for (const words of installSteps(root)) {
    const code = await run('npm', words, root);
    if (code !== 0)
      giveUp(`npm ${words[0]} failed with exit code ${code}; what it says above is the reason.`);
  }
};

/** What npm is called with, one after the other. The last is this repository's own script, which sets its git hooks. */
export const installSteps = (root) => {
  const { allowed } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).installScripts;
  return [
    ['ci', '--ignore-scripts', '--loglevel=error'],
    ...(allowed.length === 0 ? [] : [['rebuild', ...allowed]]),
    ['run', '--silent', 'prepare'],
  ];
};

/**
 * Compares contents, not times: a checkout touches package-lock.json without changing it, and npm writes its own
 * record of what it installed a moment before or after the lock file.
 */
export const isInstalled = (root) => {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(installedPath);
  return Object.entries(wanted)
    .filter(([path]) => path !== '')
    .every(([path, entry]) => isSame(entry, installed[path]));
};

const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Optional packages for other platforms are in the lock file and never installed. */
const isSame = (wanted, installed) =>
  installed === undefined ? wanted.optional === true : wanted.version === installed.version;

/** Makes the documents, compiles what has changed, bundles services, builds the console's pages; `projects` limits this to some packages. */
export const build = async (root, projects, giveUp) => {
  const startedAt = Date.now();
  const timer = setTimeout(() => say('Building (tsc --build) …'), 1500);
  const node = (program, ...args) => run(process.execPath, [join(root, program), ...args], root);
  const code =
    (await node('packages/contracts/scripts/documents.mjs')) ||
    (await node('node_modules/@typescript/native/bin/tsc', '--build', ...projects)) ||
    (projects.length > 0
      ? 0
      : (await node('tools/bundle.mjs')) || (await node('services/console/scripts/build-pages.mjs')));
  clearTimeout(timer);
  if (code !== 0)
    giveUp(`The build failed after ${Date.now() - startedAt} ms; what is said above is the reason.`);
};

const run = (command, args, cwd) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
