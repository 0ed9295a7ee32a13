import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A service in a process of its own, as a test sees it from outside. */
export interface SpawnedService {
  readonly process: ChildProcess;
  output(): string;
  /** Resolves with all output once `pattern` is in it; rejects when the process ended without it. */
  prints(pattern: RegExp): Promise<string>;
  /** Its exit code, or the signal that killed it. */
  readonly ended: Promise<number | string | null>;
}

const root = process.cwd();
const swc = pathToFileURL(createRequire(join(root, 'package.json')).resolve('@swc/core')).href;
const asUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** Lets node run our sources as they are, so that the test needs no build. */
const typeScriptHooks = asUrl(`
  import { readFileSync } from 'node:fs';
  import { fileURLToPath } from 'node:url';
  import swc from ${JSON.stringify(swc)};
  const options = { module: { type: 'es6' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
  export const load = async (url, context, next) => {
    if (!url.endsWith('.ts')) return next(url, context);
    const { code } = swc.transformSync(readFileSync(fileURLToPath(url), 'utf8'), options);
    return { format: 'module', source: code, shortCircuit: true };
  };
`);
const preload = asUrl(
  `import { register } from 'node:module'; register(${JSON.stringify(typeScriptHooks)});`,
);
const shell = pathToFileURL(join(root, 'packages/shell/src/index.ts')).href;

const spawned: ChildProcess[] = [];

/** Runs `source`, the text of a main module, which can import from `@loyalty/shell` what it needs. */
export const spawnService = (
  source: string,
  env: Record<string, string> = {},
  ...args: string[]
): SpawnedService => {
  const main = source.replaceAll("'@loyalty/shell'", JSON.stringify(shell));
  const flags = ['--conditions=@loyalty/source', '--import', preload, '--input-type=module', '--eval', main];
  const child = spawn(process.execPath, [...flags, '--', ...args], { cwd: root, env });
  spawned.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  return {
    process: child,
    output: () => text,
    ended,
    prints: (pattern) => printed(child, pattern, () => text),
  };
};

const printed = async (child: ChildProcess, pattern: RegExp, output: () => string): Promise<string> => {
  while (!pattern.test(output())) {
    if (child.exitCode !== null)
      throw new Error(`ended with ${child.exitCode.toString()} after: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return output();
};

/** For `afterEach`: a failed test leaves no process behind. */
export const killSpawned = (): void => {
  for (const child of spawned.splice(0)) child.kill('SIGKILL');
};
