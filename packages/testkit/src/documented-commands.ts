import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A block of commands in a page, and the response that the page shows. */
export interface DocumentedCommands {
  /** The heading above the block. */
  readonly heading: string;
  readonly commands: string;
  /** The JSON of the next block, if the page shows one before the next commands. */
  readonly expected: unknown;
}

const fence = /^(#+ .*)$|^```(\w*)\n([^]*?)^```/gm;

/**
 * Reads the blocks of shell commands in the file of a page, in order. Blocks that start or test the whole system are left
 * out.
 */
export const readDocumentedCommands = (path: string): readonly DocumentedCommands[] => {
  const found: { heading: string; commands: string; expected: unknown }[] = [];
  let heading = path;
  for (const [, title, language, content = ''] of readFileSync(path, 'utf8').matchAll(fence)) {
    if (title !== undefined) heading = title.replace(/^#+ /, '');
    else if (language === 'sh') found.push({ heading, commands: content, expected: undefined });
    else if (language === 'json')
      Object.assign(found.at(-1) ?? {}, { expected: JSON.parse(content) as unknown });
  }
  return found.filter(({ commands }) => !/^npm (start|test)\b/m.test(commands));
};

/** A block of code in a page that some test runs. */
export interface Snippet {
  readonly language: string;
  readonly code: string;
}

/** Reads the blocks that are marked with `run` in a chapter of a page, in order. */
export const readSnippets = (path: string, chapter: string): readonly Snippet[] => {
  const [, text = ''] =
    new RegExp(`^## ${chapter}$([^]*?)(?=^## |$(?![^]))`, 'm').exec(readFileSync(path, 'utf8')) ?? [];
  return [...text.matchAll(/^```(\w+) run\n([^]*?)^```/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
};

const elsewhere = '# in another terminal';

const eachAnswerOnItsLine = 'curl() { command curl "$@"; echo; }\n';

/** Commands of a page that ran. */
export interface RunCommands {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the output so far of the commands «in another terminal». */
  readonly besides: () => string;
  /** Ends the commands «in another terminal». */
  readonly close: () => void;
}

/** The place where commands of a page run. */
export interface CommandsPlace {
  readonly root: string;
  /**
   * Texts of the page, with those that replace them here: the usual addresses, and those of the system under
   * test.
   */
  readonly replaced: Readonly<Record<string, string>>;
}

/**
 * Runs a block of commands as a reader would after copying it. Commands «in another terminal» start once all lines before
 * the first of them have run.
 */
export const runDocumentedCommands = async (
  { commands }: DocumentedCommands,
  { root, replaced }: CommandsPlace,
): Promise<RunCommands> => {
  const lines = withReplaced(commands, replaced).split('\n');
  const isElsewhere = (line: string): boolean => line.trimEnd().endsWith(elsewhere);
  const first = lines.findIndex(isElsewhere);
  const before = await runShell(root, lines.slice(0, Math.max(0, first)));
  const others = lines.filter(isElsewhere).map((line) => startShell(root, `exec ${line}`));
  await Promise.all(others.map(({ begun }) => begun)).catch((error: unknown) => {
    others.forEach(end);
    throw error;
  });
  const after = await runShell(
    root,
    lines.slice(Math.max(0, first)).filter((line) => !isElsewhere(line)),
  );
  return {
    code: before.code === 0 ? after.code : before.code,
    stdout: before.stdout + after.stdout,
    stderr: before.stderr + after.stderr,
    besides: () => others.map(({ stdout, stderr }) => stdout() + stderr()).join(''),
    close: () => {
      others.forEach(end);
    },
  };
};

const runShell = async (
  root: string,
  lines: readonly string[],
): Promise<Pick<RunCommands, 'code' | 'stdout' | 'stderr'>> => {
  const shell = startShell(root, eachAnswerOnItsLine + lines.join('\n'));
  // These commands listen to nobody, and may take longer than a minute.
  shell.begun.catch(() => undefined);
  const [code] = (await once(shell.child, 'close')) as [number | null];
  return { code: code ?? -1, stdout: shell.stdout(), stderr: shell.stderr() };
};

const end = ({ child }: Shell): void => {
  if ((child.exitCode ?? child.signalCode) === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
};

const withReplaced = (text: string, replaced: CommandsPlace['replaced']): string =>
  Object.entries(replaced).reduce((changed, [usual, here]) => changed.replaceAll(usual, here), text);

interface Shell {
  readonly child: ChildProcess;
  /** Resolves when it says that it listens, or with its end; rejects after a minute without either. */
  readonly begun: Promise<unknown>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Starts a shell in its own process group, so that what npm starts in it ends with it. */
const startShell = (root: string, commands: string): Shell => {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    detached: true,
    stdio: 'pipe' as const,
  });
  let [stdout, stderr] = ['', ''];
  const begun = new Promise<void>((resolve, reject) => {
    const silent = setTimeout(() => {
      reject(new Error(`It did not say that it listens: ${stdout}${stderr}`));
    }, 60_000);
    const resolved = (): void => {
      clearTimeout(silent);
      resolve();
    };
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (/^Listening on /m.test(stderr)) resolved();
    });
    child.once('close', resolved);
  });
  return { child, begun, stdout: () => stdout, stderr: () => stderr };
};

export interface Outcome {
  /** Why a command failed; null if every command succeeded and none got a problem. */
  readonly failure: string | null;
  /** The last response, written as the page shows it; undefined if the page shows none. */
  readonly shown: unknown;
}

/** Returns the outcome that the page promises. */
export const promisedBy = ({ expected }: DocumentedCommands): Outcome => ({ failure: null, shown: expected });

/** Returns the outcome of commands that ran. */
export const outcomeOf = (ran: RunCommands, { expected }: DocumentedCommands): Outcome => {
  const failure = failureOf(ran);
  const isShown = failure === null && expected !== undefined;
  return { failure, shown: isShown ? asShown(answerOf(ran), expected) : undefined };
};

/** Returns why a command failed, or the problem in its response. */
const failureOf = ({ code, stdout, stderr }: RunCommands): string | null =>
  code !== 0 || stdout.includes('"requestId"') ? `${code.toString()}: ${stdout}\n${stderr}` : null;

/** Returns the last command's response: the JSON at the end of the output, after any headers. */
const answerOf = ({ stdout }: RunCommands): unknown =>
  JSON.parse(stdout.trimEnd().split(/\r?\n/).at(-1) ?? '');

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
const asShown = (actual: unknown, shown: unknown): unknown => {
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
