// `npm run check`: the checks that need no server, as many at once as there are processors, the longest first.
// Each is an npm script of its own, so one alone is `npm run lint`. They keep what they know in node_modules/.cache.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const secondsSince = (ms) => `${((performance.now() - ms) / 1000).toFixed(1)} s`;

/** Runs one script. What it prints is shown only if it fails. */
const run = (script) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const output = [];
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${script.padEnd(10)} ${secondsSince(begun)}\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

let free = availableParallelism();
const waiting = [];
/** Runs one script when a processor is free, in order of asking. */
const check = async (script) => {
  if (free === 0) await new Promise((resolve) => waiting.push(resolve));
  else free -= 1;
  const isGood = await run(script);
  if (waiting.length > 0) waiting.shift()();
  else free += 1;
  return isGood;
};

const begun = performance.now();
const lint = check('lint');
const build = check('build');
const openapi = check('openapi');
// They read what it compiles.
const rest = (await build) ? ['types', 'derived', 'migrations', 'dead', 'deps', 'format'].map(check) : [];
const results = await Promise.all([lint, build, openapi, ...rest]);
process.stdout.write(`All checks: ${secondsSince(begun)}\n`);
process.exit(results.every(Boolean) ? 0 : 1);
