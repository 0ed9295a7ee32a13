import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readLocalStack } from '@loyalty/stack';
import { read } from './sources.ts';

/** A block of commands in a page, and the response that the page shows. */
export interface DocumentedCommands {
  /** The heading above the block. */
  readonly heading: string;
  readonly commands: string;
  /** The JSON of the next block, if the page shows one before the next commands. */
  readonly expected: unknown;
}

const fence = /^(#+ .*)$|^```(\w*)\n([^]*?)^```/gm;

/** Reads the blocks of shell commands in a page, in order. Blocks that start or test the whole system are left out. */
export const readDocumentedCommands = (page: string): readonly DocumentedCommands[] => {
  const found: { heading: string; commands: string; expected: unknown }[] = [];
  let heading = page;
  for (const [, title, language, content = ''] of read(page).matchAll(fence)) {
    if (title !== undefined) heading = title.replace(/^#+ /, '');
    else if (language === 'sh') found.push({ heading, commands: content, expected: undefined });
    else if (language === 'json')
      Object.assign(found.at(-1) ?? {}, { expected: JSON.parse(content) as unknown });
  }
  return found.filter(({ commands }) => !/^npm (start|test)\b/m.test(commands));
};

const elsewhere = '# in another terminal';

const eachAnswerOnItsLine = 'curl() { command curl "$@"; echo; }\n';

/** Commands of a page that ran on the local stack of the tests. */
export interface RunCommands {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the output so far of the commands «in another terminal». */
  readonly besides: () => string;
  /** Ends the commands «in another terminal». */
  readonly close: () => void;
}

/** Runs a copied block, with the addresses of the running stack in place of the usual ones. */
export const runDocumentedCommands = async (
  { commands }: DocumentedCommands,
  addresses: Readonly<Record<string, string>>,
): Promise<RunCommands> => {
  const lines = withAddresses(commands, addresses).split('\n');
  const isElsewhere = (line: string): boolean => line.trimEnd().endsWith(elsewhere);
  const others = lines.filter(isElsewhere).map((line) => startShell(`exec ${line}`));
  await Promise.all(others.map(({ begun }) => begun));
  const shell = startShell(eachAnswerOnItsLine + lines.filter((line) => !isElsewhere(line)).join('\n'));
  const [code] = (await once(shell.child, 'close')) as [number | null];
  return {
    code: code ?? -1,
    stdout: shell.stdout(),
    stderr: shell.stderr(),
    besides: () => others.map(({ stdout, stderr }) => stdout() + stderr()).join(''),
    close: () => {
      for (const { child } of others) process.kill(-(child.pid ?? 0), 'SIGTERM');
    },
  };
};

const withAddresses = (text: string, addresses: Readonly<Record<string, string>>): string =>
  Object.entries(addresses).reduce((changed, [usual, here]) => changed.replaceAll(usual, here), text);

interface Shell {
  readonly child: ChildProcess;
  /** Resolves with its first output or its end: a listener prints a line when it listens. */
  readonly begun: Promise<unknown>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Starts a shell in its own process group, so that what npm starts in it ends with it. */
const startShell = (commands: string): Shell => {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: readLocalStack().root,
    detached: true,
    stdio: 'pipe' as const,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const begun = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'close')]);
  return { child, begun, stdout: () => stdout, stderr: () => stderr };
};

const differsEachTime: readonly RegExp[] = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^[0-9A-Z]{6}(-[0-9A-Z]{6}){2}$/,
];
const anything = '…';

/**
 * Returns `actual` with its variable parts written as in `shown`: ids, instants, codes, texts after `…`, and the fields of an
 * object shown as `"…": "…"`. The two are equal if the page is true.
 */
export const asShown = (actual: unknown, shown: unknown): unknown => {
  if (shown === anything) return shown;
  if (typeof shown === 'string' && typeof actual === 'string') return textAsShown(actual, shown);
  if (Array.isArray(shown) && Array.isArray(actual))
    return actual.map((item, index) => asShown(item, shown[index]));
  return isObject(shown) && isObject(actual) ? objectAsShown(actual, shown) : actual;
};

const textAsShown = (actual: string, shown: string): string =>
  differsEachTime.some((form) => form.test(shown) && form.test(actual)) ? shown : actual;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectAsShown = (
  actual: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): unknown => {
  const isPart = anything in shown;
  const kept = Object.entries(actual).filter(([name]) => !isPart || name in shown);
  const entries = kept.map(([name, value]) => [name, asShown(value, shown[name])] as const);
  return { ...Object.fromEntries(entries), ...(isPart ? { [anything]: shown[anything] } : {}) };
};
