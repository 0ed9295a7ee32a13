// Puts each service with its libraries into `services/NAME/dist/bundle`: modules load in a third less of a start's processor time.
// `npm run build` runs it behind the compiler. The local stack and images start these files; docs/choices.md says what stays outside.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { bundledProgram } from './stack/dist/parts/bundled-program.js';

const root = process.cwd();

/** Their internals are required by path, or they require by a name that they compute. */
const outside = [/^kafkajs(\/|$)/, /^pg(\/|$)/, 'pg-native', 'knex'];

/** Ours keep the map to TypeScript. Libraries have none: the first error would parse megabytes. */
const loadCompiled = (out) => (id) => {
  if (!id.startsWith(root) || !/\.[cm]?js$/.test(id)) return null;
  const code = readFileSync(id, 'utf8');
  if (id.includes('/node_modules/')) return { code, map: { mappings: '' } };
  // A module reads files by its own place.
  const place = `new URL(${JSON.stringify(relative(out, id))}, import.meta.url).href`;
  return {
    code: code.replaceAll('import.meta.url', place).replace(/\n\/\/# sourceMappingURL=.*/, ''),
    map: readFileSync(`${id}.map`, 'utf8'),
  };
};

const bundle = async (workspace) => {
  const out = join(root, workspace, 'dist/bundle');
  rmSync(out, { recursive: true, force: true });
  const made = await rolldown({
    input: join(root, workspace, 'dist/main.js'),
    platform: 'node',
    external: outside,
    // Nothing of ours has an effect on import (CONTRIBUTING.md), so a module of which nothing is used stays away with its libraries.
    treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') || id.endsWith('/main.js') },
    plugins: [{ name: 'compiled', load: loadCompiled(out) }],
    onLog: (level, log, handle) => {
      // Of the registry's client, in what no service calls.
      if (log.code !== 'EVAL') handle(level, log);
    },
  });
  await made.write({
    dir: out,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
    entryFileNames: 'main.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
};

const services = readdirSync(join(root, 'services'))
  .map((name) => `services/${name}`)
  .filter((workspace) => existsSync(join(root, workspace, 'package.json')));
const programs = [...services, 'tools/cli'];
const stale = programs.filter((workspace) => bundledProgram(root, workspace) === undefined);
await Promise.all(stale.map(bundle));
if (stale.includes('tools/cli')) {
  const main = join(root, 'tools/cli/dist/bundle/main.mjs');
  writeFileSync(
    join(main, '../completion.bash'),
    execFileSync(process.execPath, [main, 'completion', 'bash']),
  );
}
