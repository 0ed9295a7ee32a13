import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { invariant } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { demoTenants } from '@loyalty/stack';
import { apiAccessOf, apiKeyOption } from '../api-access.ts';
import { durationOption, examples, integerFrom, modeOption, tenantOption } from '../arguments.ts';
import { UsageFault } from '../failures.ts';
import { count } from '../progress.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { HttpSink } from './http-sink.ts';
import { createReceiptPool } from './receipt-pool.ts';
import { isSound, runStream, type StreamPlan, type StreamReport } from './run-stream.ts';

interface StreamFlags {
  readonly tenant: string;
  readonly mode: Mode;
  readonly via: StreamPlan['via'];
  readonly key?: string;
  readonly baseUrl?: string;
  readonly concurrency: number;
  readonly rejects?: string;
  readonly fromLine: number;
  readonly patience: number;
  readonly wait: boolean;
}

const explanation = `
Each line of the file is the body of one evaluate call: {"transactionRef": …, "memberRef": …, "amount": …}. The file may
be gzipped. Receipts that are sent a second time do not earn again, so if a run is stopped, just run it again.

The report shows what happened to every receipt that was sent: it was stored by this run, repeated (stored before),
repeated with different content (the reference is taken, so this receipt earns nothing), refused with a code, or is not
decided yet. These files are written next to the input, or next to the rejects:
  <file>.rejects.ndjson    lines that are not receipts and were not sent: {line, errors, text}
  <file>.refused.ndjson    receipts that were refused: {line, transactionRef, code, text}
  <file>.differing.ndjson  receipts whose reference is stored with different content: {line, transactionRef, text}

The exit code is 1 if one of these files has a line, if a receipt is not decided, or if there was nothing to send because
the file is empty or ends before --from-line.
`;

const withoutWaiting = `
With --no-wait, only lines that are not receipts are detected.
`;

const exampleLines = [
  'receipts stream receipts.ndjson.gz',
  'receipts stream - --rejects bad.ndjson < receipts.ndjson',
  'receipts stream receipts.ndjson --via http --key sk_live_… --base-url https://loyalty.example/v1',
];

export const addReceiptsCommands = (receipts: Command, session: Session): void => {
  const send = receipts
    .command('send')
    .description('Send a file of receipts (NDJSON) through the API. Only a key is needed.');
  addHttpFlags(addFileFlags(send))
    .addHelpText('after', explanation + examples('receipts send receipts.ndjson --tenant … --key sk_live_…'))
    .action(
      session.action((task, file: string, flags: Omit<StreamFlags, 'via' | 'wait'>) =>
        run(task, file, { ...flags, via: 'http', wait: true }),
      ),
    );
  const stream = receipts
    .command('stream')
    .description('Stream a file of receipts (NDJSON) into the engine.');
  addStreamFlags(stream)
    .addHelpText('after', explanation + withoutWaiting + examples(...exampleLines))
    .action(session.action(run));
};

const run = async (task: CommandContext, file: string, flags: StreamFlags): Promise<CommandOutcome> => {
  const plan = planOf(task, file, flags);
  const report = await (plan.via === 'kafka' ? streamToKafka(task, plan) : streamToHttp(task, plan));
  task.say(summaryLine(report));
  if (report.unfinished !== null) task.note(report.unfinished);
  return { document: report, isFailure: !isSound(report) };
};

/** Through the API nothing of Kafka and the database is loaded. */
const streamToKafka = async (task: CommandContext, plan: StreamPlan): Promise<StreamReport> =>
  (await import('./stream-to-kafka.ts')).streamToKafka(task, plan);

const addFileFlags = (command: Command): Command =>
  command
    .argument('<file>', 'a path, or - for standard input')
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .addOption(modeOption().default('live'))
    .option('--rejects <path>', 'where to write malformed lines (default: <file>.rejects.ndjson)')
    .option('--from-line <n>', 'start with this line', integerFrom(1, Number.MAX_SAFE_INTEGER), 1)
    .addOption(durationOption('--patience <time>', 'give up if there is no progress for this long', '2m'));

const addHttpFlags = (command: Command, prefix = ''): Command =>
  command
    .addOption(
      apiKeyOption(`${prefix}an API key of that environment (default: LOYALTY_API_KEY, or the demo key)`),
    )
    .option('--base-url <url>', `${prefix}the address of the API (default: BASE_URL, or the local stack)`)
    .option('--concurrency <n>', `${prefix}the number of concurrent requests`, integerFrom(1, 1_000), 32);

const addStreamFlags = (stream: Command): Command =>
  addHttpFlags(
    addFileFlags(stream).addOption(
      new Option(
        '--via <way>',
        'send receipts through the bulk lane of Kafka, or through evaluate calls of the API',
      )
        .choices(['kafka', 'http'])
        .default('kafka'),
    ),
    'via http: ',
  ).option('--no-wait', 'via kafka: do not wait until the engine has stored the receipts');

const planOf = (task: CommandContext, file: string, flags: StreamFlags): StreamPlan => {
  const { tenant, mode, via, fromLine, patience, wait } = flags;
  if (via === 'kafka' && (flags.key ?? flags.baseUrl) !== undefined)
    throw new UsageFault(
      '--key and --base-url work only with --via http. Through Kafka, --tenant and --mode name the environment.',
    );
  const source = file === '-' ? '-' : resolve(task.folder, file);
  const rejects = flags.rejects ?? `${file === '-' ? 'stdin' : file}.rejects.ndjson`;
  return {
    file: source,
    tenant,
    mode,
    via,
    fromLine,
    wait,
    patienceMs: patience * 1_000,
    rejectsPath: resolve(task.folder, rejects),
    http: via === 'http' ? { access: apiAccessOf(task, flags), concurrency: flags.concurrency } : null,
  };
};

export const summaryLine = (report: StreamReport): string => {
  const { sent, sentPerSecond, secondsToSend, mode, tenantId, rejected, rejectsFile } = report;
  const parts = [
    `${count(sent)} receipts sent to ${mode} of tenant ${tenantId} in ${secondsToSend.toFixed(1)} s (${count(sentPerSecond)}/s)`,
    ...decidedPart(report),
    ...outcomeParts(report),
    `${count(rejected)} rejected${seeing(rejectsFile)}`,
  ];
  return `${parts.join(', ')}.`;
};

const decidedPart = ({ secondsToStore, storedPerSecond }: StreamReport): string[] =>
  secondsToStore === null || storedPerSecond === null
    ? []
    : [`all decided after ${secondsToStore.toFixed(1)} s (${count(storedPerSecond)}/s)`];

const outcomeParts = (report: StreamReport): string[] => {
  const { stored, repeated, differing, differingFile, refused, undecided, refusedFile } = report;
  if (stored === null || repeated === null || differing === null || refused === null) return [];
  const codes = Object.entries(refused).map(([code, n]) => `${count(n)} ${code}`);
  const refusedCount = Object.values(refused).reduce((sum, n) => sum + n, 0);
  const byCode = codes.length === 0 ? '' : `: ${codes.join(', ')}`;
  return [
    `${count(stored)} stored`,
    `${count(repeated)} repeated`,
    `${count(differing)} repeated with different content${seeing(differingFile)}`,
    `${count(refusedCount)} refused${byCode}${refusedCount === 0 ? '' : seeing(refusedFile)}`,
    ...(undecided === null || undecided === 0 ? [] : [`${count(undecided)} not decided yet`]),
  ];
};

const seeing = (file: string | null): string => (file === null ? '' : ` (see ${file})`);

/** Each response of evaluate means that the receipt is stored, so there is no wait at the end. */
const streamToHttp = async (task: CommandContext, plan: StreamPlan): Promise<StreamReport> => {
  invariant(plan.http !== null, 'a plan via http knows where to');
  const { access, concurrency } = plan.http;
  const pool = createReceiptPool(access, concurrency);
  try {
    return await runStream(task, plan, ({ onSettled, onMalformed }) => {
      const { patienceMs } = plan;
      const sink = new HttpSink({ pool, concurrency, patienceMs, onSettled, onMalformed });
      return {
        sink,
        judge: null,
        stored: () => sink.acknowledged(),
        settle: () => Promise.resolve({ outcome: 'stored' }),
      };
    });
  } finally {
    await pool.close();
  }
};
