import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { createLoyalty } from '@loyalty/client';
import type { Mode } from '@loyalty/rules';
import { demoTenants } from '@loyalty/stack';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption } from '../api-access.ts';
import {
  durationOption,
  type EnvironmentName,
  examples,
  integerFrom,
  modeOption,
  tenantOption,
} from '../arguments.ts';
import { openLineSource } from '../files/line-source.ts';
import type { Line } from '../files/line-splitter.ts';
import { otherFormatText } from '../files/other-format.ts';
import { type Reject, RejectsFile } from '../files/rejects-file.ts';
import { count, type ProgressDisplay, showProgress } from '../progress.ts';
import type { CommandContext, Session } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { type ReturnOutcome, ReturnSender } from './send-returns.ts';

interface SendFlags extends ApiFlags {
  readonly rejects?: string;
  readonly fromLine: number;
  readonly patience: number;
}

const explanation = `
Each line of the file is the body of one return: {"transactionRef": …, "returnRef": …, "amount": …}, or "whole": true
instead of the amount. The file may be gzipped. Returns are sent in calls of 1,000, and tills go first. Returns that are
sent again return nothing twice, so if a run is stopped, just run it again.

If the receipt of a return is not decided yet, the return is sent again until nothing has been decided for --patience.
These files are written next to the input, or next to the rejects:
  <file>.rejects.ndjson    lines that are not returns and were not sent: {line, errors, text}
  <file>.refused.ndjson    returns that were refused, or whose reference has different content: {line, code, text}
  <file>.left.ndjson       returns that are still undecided, unchanged: send this file again later

The exit code is 1 if one of these files has a line, if the run was stopped, or if there was nothing to send.
`;

const exampleLines = [
  'returns send returns.ndjson',
  'returns send - --rejects bad.ndjson --patience 10m < returns.ndjson',
  'returns send returns.ndjson.gz --key sk_live_… --base-url https://loyalty.example/v1',
];

export const addReturnsCommands = (returns: Command, session: Session): void => {
  addShow(returns, session);
  addSend(returns, session);
};

const addShow = (returns: Command, session: Session): void => {
  returns
    .command('show')
    .description('Show a receipt on one screen: what it awarded, what is left of that, and its returns.')
    .argument('<ref>', 'the transactionRef of the receipt')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText('after', examples('returns show receipt-1001 --tenant … --mode live'))
    .action(
      session.action(async (task, ref: string, environment: EnvironmentName) =>
        (await import('./show-returns.ts')).showReturns(task, ref, environment),
      ),
    );
};

const addSend = (returns: Command, session: Session): void => {
  returns
    .command('send')
    .description('Send a file of returns (NDJSON) in bulk.')
    .argument('<file>', 'a path, or - for standard input')
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .addOption(modeOption().default('live'))
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .option('--rejects <path>', 'where to write malformed lines (default: <file>.rejects.ndjson)')
    .option('--from-line <n>', 'start with this line', integerFrom(1, Number.MAX_SAFE_INTEGER), 1)
    .addOption(
      durationOption(
        '--patience <time>',
        'stop retrying undecided returns if nothing is decided for this long',
        '2m',
      ),
    )
    .addHelpText('after', explanation + examples(...exampleLines))
    .action(
      session.action(async (task, file: string, flags: SendFlags) => {
        const report = await sendReturns(task, file, flags);
        task.say(summaryLine(report));
        if (report.unfinished !== null) task.note(report.unfinished);
        return { document: report, isFailure: !isSound(report) };
      }),
    );
};

const sendReturns = async (task: CommandContext, file: string, flags: SendFlags): Promise<ReturnsReport> => {
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const path = file === '-' ? '-' : resolve(task.folder, file);
  const source = await openLineSource(path, task.terminal.input);
  const note = (line: string): void => {
    display.note(line);
  };
  const files = createFiles(task, { file, flags, note, head: () => source.head() });
  const outcomes = new Outcomes(files);
  const sender = new ReturnSender({
    source,
    loyalty,
    fromLine: flags.fromLine,
    patienceMs: flags.patience * 1_000,
    onSettled: (line, outcome) => {
      outcomes.add(line, outcome);
    },
    onMalformed: (reject) => {
      files.rejects.add(reject);
    },
  });
  const display = showProgress(task.terminal, () => ({
    sent: sender.settled,
    verb: 'decided',
    stored: null,
    rejected: files.rejects.count,
    expected: sender.expected,
  }));
  try {
    const seconds = await conduct(sender, display);
    if (sender.isAtEnd && sender.settled === 0) files.rejects.explain();
    const { tenant: tenantId, mode } = flags;
    return Object.assign(
      { source: path, tenantId, mode, seconds },
      outcomes.report(),
      unfinishedOf(sender, files),
    );
  } finally {
    display.stop();
    for (const each of [files.rejects, files.refused, files.left]) each.close();
  }
};

/** Returns how long it took, in seconds. */
const conduct = async (sender: ReturnSender, display: ProgressDisplay): Promise<number> => {
  const beganAtMs = performance.now();
  const interruption = listenForInterrupt(() => {
    display.note('Stopping after the work in progress. Press Ctrl-C again to stop at once.');
    sender.stop();
  });
  try {
    await sender.run();
    return Math.round(performance.now() - beganAtMs) / 1_000;
  } finally {
    interruption.release();
  }
};

interface CodedLine {
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

interface Files {
  readonly rejects: RejectsFile;
  readonly refused: RejectsFile<CodedLine>;
  /** The file has returns as they were read. */
  readonly left: RejectsFile<unknown>;
}

const createFiles = (
  task: CommandContext,
  {
    file,
    flags,
    note,
    head,
  }: {
    readonly file: string;
    readonly flags: SendFlags;
    readonly note: (line: string) => void;
    readonly head: () => Buffer;
  },
): Files => {
  const name = file === '-' ? 'stdin' : file;
  const rejectsPath = resolve(task.folder, flags.rejects ?? `${name}.rejects.ndjson`);
  const beside = join(dirname(rejectsPath), basename(name));
  const isContinued = flags.fromLine > 1;
  return {
    rejects: new RejectsFile({
      path: rejectsPath,
      isContinued,
      onShown: ({ line, errors }: Reject) => {
        const texts = errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
        note(`line ${line.toString()}: ${texts.join('; ')}`);
      },
      onMany: () => {
        const doubt = otherFormatText(file === '-' ? 'standard input' : file, head(), 'ndjson');
        if (doubt !== null) note(doubt);
      },
    }),
    refused: new RejectsFile({
      path: `${beside}.refused.ndjson`,
      isContinued,
      onShown: ({ line, code }: CodedLine) => {
        note(`line ${line.toString()}: ${code}`);
      },
    }),
    left: new RejectsFile<unknown>({
      path: `${beside}.left.ndjson`,
      isContinued,
      onShown: () => undefined,
    }),
  };
};

/** The reference was used before with different content. */
const otherContent = 'OTHER_CONTENT';

class Outcomes {
  readonly #files: Files;
  readonly #counts = { returned: 0, repeated: 0, differing: 0 };
  readonly #refused = new Map<string, number>();
  readonly #left = new Map<string, number>();

  constructor(files: Files) {
    this.#files = files;
  }

  add({ number, bytes }: Line, outcome: ReturnOutcome): void {
    const text = bytes.toString();
    const { refused, left } = this.#files;
    switch (outcome.outcome) {
      case 'left':
        increase(this.#left, outcome.code);
        left.add(JSON.parse(text));
        return;
      case 'refused':
        increase(this.#refused, outcome.code);
        refused.add({ line: number, code: outcome.code, text });
        return;
      case 'differing':
        refused.add({ line: number, code: otherContent, text });
        break;
      case 'returned':
      case 'repeated':
        break;
    }
    this.#counts[outcome.outcome] += 1;
  }

  report(): OutcomesReport {
    const { rejects, refused, left } = this.#files;
    return {
      ...this.#counts,
      refused: Object.fromEntries(this.#refused),
      refusedFile: refused.path,
      rejected: rejects.count,
      rejectsFile: rejects.path,
      left: Object.fromEntries(this.#left),
      leftFile: left.path,
    };
  }
}

const increase = (counts: Map<string, number>, code: string): unknown =>
  counts.set(code, (counts.get(code) ?? 0) + 1);

const unfinishedOf = (
  { isAtEnd, nextLine, settled }: ReturnSender,
  { rejects, left }: Files,
): Pick<ReturnsReport, 'nextLine' | 'unfinished'> => {
  if (!isAtEnd) {
    const line = nextLine.toString();
    const unfinished = `Stopped before line ${line}. Continue with --from-line ${line}, or run the command again.`;
    return { nextLine, unfinished };
  }
  const isEmpty = settled + rejects.count + left.count === 0;
  return {
    nextLine: null,
    unfinished: isEmpty ? 'The file has no returns, so nothing was sent.' : null,
  };
};

interface OutcomesReport {
  /** Lines that this run returned. */
  readonly returned: number;
  /** Returned before, with the same content. */
  readonly repeated: number;
  readonly differing: number;
  /** The number of lines for each code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly refusedFile: string | null;
  /** Lines that are no returns; they were not sent. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  /** The numbers are by the last code that they got. */
  readonly left: Readonly<Record<string, number>>;
  readonly leftFile: string | null;
}

export interface ReturnsReport extends OutcomesReport {
  readonly source: string;
  readonly tenantId: string;
  readonly mode: Mode;
  readonly seconds: number;
  /** The line at which the next run may begin; null if everything was read. */
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}

const isSound = ({ rejected, differing, refused, left, unfinished }: ReturnsReport): boolean =>
  rejected + differing + sumOf(refused) + sumOf(left) === 0 && unfinished === null;

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);

const summaryLine = (report: ReturnsReport): string => {
  const { returned, repeated, differing, refused, left, rejected, mode, tenantId, seconds } = report;
  const parts = [
    `${count(returned)} returns made in ${mode} of tenant ${tenantId} in ${seconds.toFixed(1)} s`,
    `${count(repeated)} repeated`,
    `${count(differing + sumOf(refused))} refused${codesOf(refused)}${seeing(report.refusedFile)}`,
    `${count(sumOf(left))} undecided${codesOf(left)}${seeing(report.leftFile)}`,
    `${count(rejected)} rejected${seeing(report.rejectsFile)}`,
  ];
  return `${parts.join(', ')}.`;
};

const codesOf = (counts: Readonly<Record<string, number>>): string => {
  const codes = Object.entries(counts).map(([code, n]) => `${count(n)} ${code}`);
  return codes.length === 0 ? '' : `: ${codes.join(', ')}`;
};

const seeing = (file: string | null): string => (file === null ? '' : ` (see ${file})`);
