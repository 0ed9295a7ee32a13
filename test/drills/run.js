// `npm run drill -- NAME [options]`: compiles a drill and what it starts, and runs it. Without a name it lists them.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { drills } from './table.js';

const root = resolve(import.meta.dirname, '../..');

const list = () => {
  const names = Object.entries(drills).map(([name, { help }]) => `  ${name.padEnd(12)}${help}`);
  return [
    'npm run drill -- NAME [options]',
    '',
    ...names,
    '',
    '`npm run drill -- NAME --help` prints the options of a drill. Exit code 1: a promise was broken.',
    '',
  ].join('\n');
};

const runs = (program, ...args) =>
  spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' }).status === 0;

/** Services read the documents that the build makes of schemas/. */
const compile = ({ project, services }) =>
  runs('packages/contracts/scripts/documents.mjs') &&
  runs('node_modules/@typescript/native/bin/tsc', '--build', ...(services ? ['.', project] : [project]));

const [name, ...args] = process.argv.slice(2);
const chosen = Object.hasOwn(drills, name ?? '') ? drills[name] : undefined;
if (chosen === undefined) {
  process.stdout.write(list());
  // As for any command that is called wrongly.
  if (name !== undefined && name !== '--help') process.exitCode = 2;
} else if (!compile(chosen)) {
  process.exitCode = 2;
} else {
  const { drill } = await import(join(root, chosen.project, chosen.module));
  const command = name === 'bench' ? 'npm run bench --' : `npm run drill -- ${name}`;
  if (args.includes('--help')) process.stdout.write(`${drill.helpOf(command)}\n`);
  else await drill.run(args);
}
