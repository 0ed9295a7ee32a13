import { resolve } from 'node:path';
import type { Mode } from '@loyalty/rules';
import { demoTenants } from '@loyalty/stack';
import { Option, type Command } from 'commander';
import { durationOption, examples, integerFrom, modeOption, tenantOption } from '../arguments.ts';
import type { StreamPlan } from '../receipts/stream-plan.ts';
import { streamToHttp } from '../receipts/stream-to-http.ts';
import { streamToKafka } from '../receipts/stream-to-kafka.ts';
import { summaryLine } from '../receipts/summary-line.ts';
import type { Session, CommandContext } from '../session.ts';
import { UsageFault } from '../usage-fault.ts';

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
Each line of the file is the body of one evaluate: {"transactionRef": …, "memberRef": …, "amount": …}. A line that is
not is kept in the rejects file as {line, errors, text}, and the rest goes through; the exit code is then 1. Gzip is
recognised. The same receipts sent again earn nothing again, so a run that was stopped may simply be repeated.
`;

const exampleLines = [
  'receipts stream receipts.ndjson.gz',
  'receipts stream - --rejects bad.ndjson < receipts.ndjson',
  'receipts stream receipts.ndjson --via http --key sk_live_… --base-url https://loyalty.example/v1',
];

/** `receipts stream`. */
export const addReceiptsCommands = (program: Command, session: Session): void => {
  const stream = program.command('receipts').description('Receipts in bulk.').command('stream');
  stream
    .description('Stream a file of receipts (NDJSON) into the engine.')
    .argument('<file>', 'a path, or - for standard input');
  addStreamFlags(stream)
    .addHelpText('after', explanation + examples(...exampleLines))
    .action(
      session.action(async (task, file: string, flags: StreamFlags) => {
        const plan = planOf(task, file, flags);
        const report = await (plan.via === 'kafka' ? streamToKafka(task, plan) : streamToHttp(task, plan));
        task.say(summaryLine(report));
        if (report.unfinished !== null) task.note(report.unfinished);
        return { document: report, isFailure: report.rejected > 0 || report.unfinished !== null };
      }),
    );
};

const addStreamFlags = (stream: Command): Command =>
  stream
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .addOption(modeOption().default('live'))
    .addOption(
      new Option('--via <way>', 'the bulk lane, or evaluate').choices(['kafka', 'http']).default('kafka'),
    )
    .option('--key <key>', 'via http: the API key (default: LOYALTY_API_KEY, or the demo key)')
    .option('--base-url <url>', 'via http: where the API is (default: BASE_URL, or the local stack)')
    .option('--concurrency <n>', 'via http: requests under way at once', integerFrom(1, 1_000), 32)
    .option('--rejects <path>', 'where malformed lines go (default: <file>.rejects.ndjson)')
    .option('--from-line <n>', 'begin with this line', integerFrom(1, Number.MAX_SAFE_INTEGER), 1)
    .addOption(durationOption('--patience <time>', 'give up when nothing moves for so long', '2m'))
    .option('--no-wait', 'via kafka: do not wait until the engine has stored what was sent');

const planOf = (task: CommandContext, file: string, flags: StreamFlags): StreamPlan => {
  const { tenant, mode, via, fromLine, patience, wait } = flags;
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
    http: via === 'http' ? httpOf(task, flags) : null,
  };
};

const httpOf = (task: CommandContext, flags: StreamFlags): StreamPlan['http'] => {
  const baseUrl = flags.baseUrl ?? task.addresses.baseUrl();
  if (!URL.canParse(baseUrl) || !baseUrl.startsWith('http')) {
    throw new UsageFault(`${baseUrl} is no address of an API: name one with --base-url http://host:port/v1.`);
  }
  const apiKey = flags.key ?? task.config.apiKey ?? demoKey(task, flags);
  if (apiKey === undefined) throw new UsageFault('Via http needs a key: --key, or LOYALTY_API_KEY.');
  return { baseUrl, apiKey, concurrency: flags.concurrency };
};

/** The local stack has written down the keys that it created. */
const demoKey = (task: CommandContext, { tenant, mode }: StreamFlags): string | undefined => {
  const found = task.addresses.localStack()?.tenants.find(({ tenantId }) => tenantId === tenant);
  return mode === 'live' ? found?.liveKey : found?.testKey;
};
