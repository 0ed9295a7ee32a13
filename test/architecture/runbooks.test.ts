import { readdirSync } from 'node:fs';
import { metricCatalogue } from '@loyalty/telemetry/metrics';
import { deadLetterReasons } from '../../packages/telemetry/src/metrics/stream-metrics.ts';
import { readConfig } from '../../tools/cli/src/config.ts';
import { createProgram } from '../../tools/cli/src/program.ts';
import { createSession } from '../../tools/cli/src/session.ts';
import { createCapture } from '../../tools/cli/src/testing/captured-run.ts';
import { read, sources } from '../support/sources.ts';

const pages = readdirSync('docs/runbooks').map((name) => `docs/runbooks/${name}`);

/** The words of a shell's line, without quotes. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** Command lines in fenced blocks and in code spans, without `loyaltyctl`. */
const linesOf = (page: string): readonly string[] => {
  const text = read(page);
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  const fenced = blocks.flatMap((block) => [...block.matchAll(/^loyaltyctl ([^#|\n]*)/gm)]);
  const spans = text
    .replace(/^```[^]*?^```/gm, '')
    .matchAll(/`(?:docker compose run --rm )?loyaltyctl ([^`]*)`/g);
  return [...fenced, ...spans].map(([, line = '']) => line.trim());
};

type Command = ReturnType<typeof createProgram>['command'];

const createParser = async () => {
  const { stream, text } = createCapture();
  const terminal = { out: stream, err: stream, input: process.stdin };
  const session = createSession({ terminal, config: readConfig({}), folder: '/', globals: () => ({}) });
  const created = createProgram(session, terminal);
  await created.loadAll();
  const program = created.command;
  silence(program);
  return { program, text };
};

/** Takes the actions away, so that a line is parsed and nothing is done. */
const silence = (command: Command): void => {
  command.action(() => undefined);
  command.commands.forEach(silence);
};

/** True when the line is nothing but the names of a command. */
const isCommand = (program: Command, words: readonly string[]): boolean => {
  let found: Command | undefined = program;
  for (const word of words) found = found?.commands.find((each) => each.name() === word);
  return found?.commands.length === 0;
};

const refusalOf = async (line: string): Promise<string | null> => {
  const { program, text } = await createParser();
  const words = wordsOf(line);
  if (isCommand(program, words)) return null;
  try {
    await program.parseAsync(words, { from: 'user' });
    return null;
  } catch {
    return text().split('\n')[0] ?? 'refused';
  }
};

test.each(pages)('▲ each command of loyaltyctl in %s can be given', async (page) => {
  const refused: string[] = [];
  for (const line of linesOf(page)) {
    const refusal = await refusalOf(line);
    if (refusal !== null) refused.push(`${line}: ${refusal}`);
  }
  expect(refused).toEqual([]);
});

test('a command that cannot be given is found', async () => {
  expect(pages.flatMap(linesOf).length).toBeGreaterThan(40);
  expect(await refusalOf('positions unpark loyalty.evaluate seven')).not.toBeNull();
  expect(await refusalOf('positions move --all-parkd --to start')).not.toBeNull();
  expect(await refusalOf('position list')).not.toBeNull();
});

/** A selector makes kubectl show only the last ten lines of each pod, whatever `--since` says. */
const cutLogs = (text: string): readonly string[] =>
  [...text.matchAll(/kubectl[^\n`|]* logs [^\n`|]*/g)]
    .map(([line]) => line)
    .filter((line) => /\s(?:-l|--selector)\b/.test(line) && !/\s--tail[= ]-1\b/.test(line));

const shells = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:md|sh|txt|yaml)$/i.test(path))
  .map((path) => `deploy/${path}`);

test.each(pages.concat('docs/operations.md', 'docs/walkthrough.md', 'README.md', shells))(
  '▲ %s reads logs of pods whole',
  (page) => {
    expect(cutLogs(read(page))).toEqual([]);
  },
);

test('a line that shows the end of logs alone is found', () => {
  expect(cutLogs('kubectl logs -l a=b --since=1h | grep x')).toHaveLength(1);
  expect(cutLogs('kubectl -n live logs --selector a=b --tail=10')).toHaveLength(1);
  expect(cutLogs('kubectl logs -l a=b --tail=-1 --since=1h | grep -l x')).toEqual([]);
  expect(cutLogs('kubectl logs deployment/a | grep -l x')).toEqual([]);
});

/** Tests and drills run commands; this file only parses them. */
const runners = sources
  .filter(
    (path) => path.endsWith('.ts') && /^test\/|\.test\.ts$/.test(path) && !path.endsWith('/runbooks.test.ts'),
  )
  .map(read);

/** Helpers add these to what a test gives. */
const ofHelpers = ['--tenant', '--mode', '--yes'];

/** True when one file names the command and each of its options, as words of their own or as one line. */
const isRun = (line: string): boolean => {
  const words = wordsOf(line);
  const names = words.slice(0, 2).filter((word) => /^[a-z]+(-[a-z]+)*$/.test(word));
  const flags = words.filter((word) => word.startsWith('--') && !ofHelpers.includes(word));
  const command = new RegExp(names.map((name) => `['"\`]?${name}['"\`]?`).join(',?\\s+'));
  return runners.some((text) => command.test(text) && flags.every((flag) => text.includes(flag)));
};

test.each(pages)('each command of loyaltyctl in %s is run by a test or a drill', (page) => {
  expect(linesOf(page).filter((line) => !isRun(line))).toEqual([]);
});

test('a command that nothing runs is found', () => {
  expect(isRun('positions list --parked')).toBe(true);
  expect(isRun('positions list --on-fire')).toBe(false);
});

const codes = [...read('schemas/errors.json').matchAll(/"code": "([A-Z0-9_]+)"/g)].map(
  ([, code = '']) => code,
);
const settings = [...read('docs/reference/settings.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(
  ([, name = '']) => name,
);
const catalogues =
  read('packages/telemetry/src/metrics/delivery-metrics.ts') +
  read('docs/mechanisms/rewards.md') +
  read('docs/mechanisms/webhooks.md');
/** Names of others, and of what is not a setting, a code or a reason. */
const elsewhere = new Set([
  'CONNECTION LIMIT',
  'TRANSACTION_OPEN',
  'DATABASE_SETTINGS_IGNORED',
  'GROUP_AUTHORIZATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  'ILLEGAL_SASL_STATE',
  'NODE_OPTIONS',
]);

const isKnown = (name: string): boolean =>
  [codes, settings, deadLetterReasons as readonly string[]].some((names) => names.includes(name)) ||
  elsewhere.has(name) ||
  catalogues.includes(name);

test.each(pages)('▲ each setting, code and metric that %s names exists', (page) => {
  const spans = [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const names = spans.filter((span) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(span));
  const metrics = spans.filter(
    (span) => /^loyalty_[a-z_]+$/.test(span) && !/^loyalty_(app|migrate|read)$/.test(span),
  );
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  expect(metrics.filter((name) => !(name in metricCatalogue))).toEqual([]);
});

test.each(pages)('%s keeps its length', (page) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(115);
});

const onCauses = pages.filter((page) => !/(README|restore)\.md$/.test(page));

test.each(onCauses)('%s says what a till sees, when it is over, and who to call', (page) => {
  expect(read(page)).toMatch(/^\*\*A till sees\*\*/m);
  expect(read(page)).toMatch(/^\*\*It is over when\*\*/m);
  expect(read(page)).toContain('\n## Who to call\n');
});

test('the index lists every page', () => {
  const index = read('docs/runbooks/README.md');
  const missing = pages.filter(
    (page) => !page.endsWith('README.md') && !index.includes(`(${page.slice('docs/runbooks/'.length)})`),
  );
  expect(missing).toEqual([]);
});
