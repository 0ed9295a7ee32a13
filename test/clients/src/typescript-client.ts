import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loyaltyctlJson, printLine } from '@loyalty/stack';
import { isRequired } from '@loyalty/testkit/runs';
import { argumentsOf, type ClientContext } from './client-context.ts';
import { runProgram } from './run-program.ts';
import { runInChromium } from './typescript/in-browser.ts';
import { installPinned, packClient, type PackedClient } from './typescript/packed-client.ts';

/** Runtimes, compilers and judges, each pinned by a lock file. */
interface Tools {
  readonly modules: string;
  readonly nodes: string;
}

/**
 * Packs the client of ours, and lets the tarball run the program of the others on every runtime that it names. Returns a
 * line for each. What cannot be had here is left out with a line, unless LOYALTY_REQUIRE names it.
 */
export const tryTypescriptClient = async (context: ClientContext): Promise<string> => {
  const client = await packClient(context);
  const tools: Tools = {
    modules: await installPinned(context, { name: 'tools', from: 'test/clients/typescript/tools' }),
    nodes: await installPinned(context, { name: 'nodes', from: '.ci/nodes' }),
  };
  try {
    const lines = [...(await judgePackage(client, tools)), ...(await compile(client, tools))];
    for (const runtime of runtimesOf(client, tools)) lines.push(await runOn(context, client, runtime));
    lines.push(await inBrowser(context, client, tools));
    return ['', ...lines].join('\n  ');
  } finally {
    rmSync(client.folder, { recursive: true });
  }
};

const judgePackage = async ({ folder, tarball }: PackedClient, { modules }: Tools): Promise<string[]> => {
  const judge = (title: string, program: string, args: readonly string[]) =>
    runProgram({
      title,
      command: process.execPath,
      args: [join(modules, program), ...args],
      cwd: folder,
    });
  await judge('Judging the package by publint', 'publint/src/cli.js', ['run', tarball, '--strict']);
  const attw = '@arethetypeswrong/cli/dist/index.js';
  await judge('Judging its types by attw', attw, [tarball, '--profile', 'esm-only', '--no-emoji']);
  return ['publint --strict and attw --profile esm-only: clean'];
};

const compilers = ['5.4', '5.9', '6.0'] as const;

/**
 * Compiles with the strictest options, with and without exact optional properties; the last run writes what
 * runs.
 */
const compile = async ({ folder }: PackedClient, { modules }: Tools): Promise<string[]> => {
  const lines: string[] = [];
  for (const version of compilers)
    for (const isExact of ['false', 'true']) {
      const compiler = join(modules, `typescript-${version}/bin/tsc`);
      const options =
        '--strict --noUncheckedIndexedAccess --target es2022 --lib es2022,dom --skipLibCheck false';
      const modulesAsNode = '--module nodenext --moduleResolution nodenext --outDir compiled';
      await runProgram({
        title: `Compiling with TypeScript ${version}, exactOptionalPropertyTypes ${isExact}`,
        command: process.execPath,
        args: [
          compiler,
          ...`main.ts shop.ts wrong-calls.ts --exactOptionalPropertyTypes ${isExact}`.split(' '),
          ...options.split(' '),
          ...modulesAsNode.split(' '),
        ],
        cwd: folder,
      });
      lines.push(
        `TypeScript ${version}, exactOptionalPropertyTypes ${isExact}: compiles, and wrong calls do not`,
      );
    }
  return lines;
};

interface Runtime {
  readonly name: string;
  /** The name that LOYALTY_REQUIRE takes. */
  readonly tool: string;
  /** Null: this machine has none. */
  readonly program: string | null;
  readonly before: readonly string[];
  readonly file: string;
}

const runtimesOf = ({ folder }: PackedClient, { modules, nodes }: Tools): readonly Runtime[] => {
  const arch = process.arch;
  const first = (...paths: readonly string[]): string | null =>
    paths.find((path) => existsSync(path)) ?? null;
  const node = (which: string): string | null => first(join(nodes, `${which}-${arch}/bin/node`));
  const main = join(folder, 'compiled/main.js');
  return [
    { name: 'Node 20.19', tool: 'node-20', program: node('oldest'), before: [], file: main },
    {
      name: 'Node 20.19, by require()',
      tool: 'node-20',
      program: node('oldest'),
      before: [],
      file: join(folder, 'required.cjs'),
    },
    { name: 'Node 24', tool: 'node-24', program: node('newest'), before: [], file: main },
    {
      name: 'Deno',
      tool: 'deno',
      program: first(
        join(modules, `@deno/linux-${arch}-glibc/deno`),
        join(modules, `@deno/darwin-${arch}/deno`),
      ),
      before: ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-read'],
      file: main,
    },
    {
      name: 'Bun',
      tool: 'bun',
      program: first(
        join(modules, `@oven/bun-linux-${arch}/bin/bun`),
        join(modules, `@oven/bun-darwin-${arch}/bin/bun`),
      ),
      before: ['run'],
      file: main,
    },
  ];
};

const leftOut = (tool: string, name: string): string => {
  if (isRequired(tool)) throw new Error(`${name}: this machine has no ${tool}, which LOYALTY_REQUIRE names.`);
  return `${name}: left out, because this machine has no ${tool}`;
};

const runOn = async (context: ClientContext, { folder }: PackedClient, runtime: Runtime): Promise<string> => {
  const { name, tool, program, before, file } = runtime;
  if (program === null) return leftOut(tool, name);
  const said = await runProgram({
    title: `Running the program on ${name}`,
    command: program,
    args: [...before, file, ...argumentsOf(context), tool],
    cwd: folder,
  });
  return `${name}: ${said}`;
};

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const inBrowser = async (
  context: ClientContext,
  client: PackedClient,
  { modules }: Tools,
): Promise<string> => {
  const chromium = browsers.find((path) => existsSync(path));
  if (chromium === undefined) return leftOut('chromium', 'Chromium');
  printLine('Running the program in Chromium …');
  const scope = 'read write points:adjust admin';
  const args = ['token', '--tenant', context.tenantId, '--mode', 'test', '--scope', scope];
  const { token } = await loyaltyctlJson<{ readonly token: string }>({ root: context.root }, args);
  const playwright = join(modules, 'playwright-core/index.mjs');
  return `Chromium, with a token: ${await runInChromium(context, client, { chromium, playwright, token })}`;
};
