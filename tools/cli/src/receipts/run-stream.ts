import { Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { ApiAccess } from '../api-access.ts';
import { reasonOf } from '../failures.ts';
import { type LineSource, openLineSource } from '../files/line-source.ts';
import { type Reject, RejectsFile } from '../files/rejects-file.ts';
import { otherFormatText } from '../files/other-format.ts';
import { type SpooledSource, spoolSource } from '../files/spooled-source.ts';
import { type ProgressDisplay, showProgress } from '../progress.ts';
import type { CommandContext } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { LineSet } from './compact-sets.ts';
import type { JudgeReceipts } from './judge-receipts.ts';
import { createReceiptParser, type Receipt, type ReceiptSink } from './parse-receipt.ts';
import {
  outcomePathsOf,
  type OutcomesReport,
  type ReceiptOutcome,
  ReceiptOutcomes,
} from './receipt-outcomes.ts';
import { readSentReceipts } from './sent-receipts.ts';
import { ReceiptSender } from './send-receipts.ts';
import type { WaitOutcome } from './stored-watch.ts';

export interface ReceiptRoute {
  readonly sink: ReceiptSink;
  stored(): number | null;
  /** Waits until all sent receipts are decided; returns null if there is no wait. */
  settle(signal: AbortSignal): Promise<WaitOutcome | null>;
  /** Judges receipts; null if their responses were enough, or if nobody waits. */
  readonly judge: JudgeReceipts | null;
}

/** A route reports here what it learns while it sends. */
interface RouteReports {
  readonly onSettled: (receipt: Receipt, outcome: ReceiptOutcome) => void;
  readonly onMalformed: (reject: Reject) => void;
}

/**
 * Runs a stream. Throws a Fault that names the next line if the route fails. A source that breaks is
 * reported.
 */
export const runStream = async (
  task: CommandContext,
  plan: StreamPlan,
  createLane: (reports: RouteReports) => ReceiptRoute,
): Promise<StreamReport> => {
  const opened = await openSource(task, plan);
  const malformed = new LineSet();
  const onMalformed = (reject: Reject): void => {
    malformed.add(reject.line);
    rejects.add(reject);
  };
  const note = (line: string): void => {
    display.note(line);
  };
  const rejects = createRejects(plan, opened.source, note);
  const outcomes = new ReceiptOutcomes({
    ...outcomePathsOf(plan.file, plan.rejectsPath),
    isContinued: plan.fromLine > 1,
    show: note,
  });
  const lane = createLane({
    onMalformed,
    onSettled: (receipt, outcome) => {
      outcomes.add(receipt, outcome);
    },
  });
  const parse = createReceiptParser();
  const sending = new ReceiptSender({
    source: opened.source,
    sink: lane.sink,
    rejects: { add: onMalformed },
    parse,
    fromLine: plan.fromLine,
  });
  const display = showProgress(task.terminal, () => ({
    ...progressOf(lane),
    rejected: rejects.count,
    expected: sending.expected,
  }));
  try {
    const times = await conduct(sending, lane, display);
    if (sending.isAtEnd && progressOf(lane).sent === 0) rejects.explain();
    const lines = { from: plan.fromLine, before: sending.nextLine, malformed };
    await judgeSent(lane, { readAgain: opened.readAgain, parse, lines, waited: times.waited, outcomes });
    const isKnown = plan.via === 'http' || lane.judge !== null;
    return reportOf(plan, { sending, lane, rejects, outcomes: isKnown ? outcomes.report() : null, ...times });
  } catch (failure) {
    throw withWayOn(failure, sending.nextLine, plan);
  } finally {
    display.stop();
    rejects.close();
    outcomes.close();
    opened.spooled?.remove();
  }
};

const createRejects = (
  { rejectsPath, fromLine }: StreamPlan,
  source: LineSource,
  note: (line: string) => void,
): RejectsFile =>
  new RejectsFile({
    path: rejectsPath,
    isContinued: fromLine > 1,
    onShown: (reject: Reject) => {
      note(rejectLine(reject));
    },
    onMany: () => {
      const doubt = otherFormatText(source.name, source.head(), 'ndjson');
      if (doubt !== null) note(doubt);
    },
  });

/** Standard input is read once: a copy is kept where receipts are judged after all are sent. */
const openSource = async (
  { terminal }: CommandContext,
  { file, via, wait }: StreamPlan,
): Promise<{
  readonly source: LineSource;
  readonly spooled: SpooledSource | null;
  readonly readAgain: () => Promise<LineSource>;
}> => {
  const source = await openLineSource(file, terminal.input);
  const spooled = file === '-' && via === 'kafka' && wait ? spoolSource(source) : null;
  return {
    source: spooled?.source ?? source,
    spooled,
    readAgain: () => openLineSource(spooled?.path ?? file, terminal.input),
  };
};

const judgeSent = async (
  { judge }: Pick<ReceiptRoute, 'judge'>,
  {
    readAgain,
    parse,
    lines,
    waited,
    outcomes,
  }: Parameters<typeof readSentReceipts>[1] & {
    readonly readAgain: () => Promise<LineSource>;
    readonly waited: WaitOutcome | null;
    readonly outcomes: ReceiptOutcomes;
  },
): Promise<void> => {
  if (judge === null) return;
  const unfound: ReceiptOutcome =
    waited?.outcome === 'stored' ? { outcome: 'refused', code: reasonNotKept } : { outcome: 'undecided' };
  for await (const receipts of readSentReceipts(await readAgain(), { parse, lines })) {
    const found = await judge(receipts);
    receipts.forEach((receipt, index) => {
      const outcome = found[index] ?? unfound;
      outcomes.add(receipt, outcome.outcome === 'undecided' ? unfound : outcome);
    });
  }
};

/** Decided, and not stored: of an environment, the newest 100,000 refusals of 24 hours are kept. */
const reasonNotKept = 'REASON_NOT_KEPT';

interface Times {
  readonly sentMs: number;
  readonly storedMs: number;
  readonly waited: WaitOutcome | null;
}

const conduct = async (
  sending: ReceiptSender,
  lane: ReceiptRoute,
  display: ProgressDisplay,
): Promise<Times> => {
  const beganAtMs = performance.now();
  const interruption = listenForInterrupt(() => {
    display.note('Stopping after the work in progress. Press Ctrl-C again to stop at once.');
    sending.stop();
  });
  try {
    await sending.run();
    const sentMs = performance.now() - beganAtMs;
    const waited = await lane.settle(interruption.signal);
    return { sentMs, storedMs: performance.now() - beganAtMs, waited };
  } finally {
    interruption.release();
  }
};

/** Records of other senders are decided too, so this run's count is at most the number that it sent. */
const progressOf = (lane: ReceiptRoute): { readonly sent: number; readonly stored: number | null } => {
  const sent = lane.sink.acknowledged();
  const stored = lane.stored();
  return { sent, stored: stored === null ? null : Math.min(sent, stored) };
};

const rejectLine = ({ line, errors }: Reject): string =>
  `line ${line.toString()}: ${errors.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join('; ')}`;

const withWayOn = (failure: unknown, nextLine: number, { fromLine }: StreamPlan): Fault => {
  const code = failure instanceof Fault ? failure.code : 'STREAM_FAILED';
  const reason = reasonOf(failure).replace(/\.?$/, '.');
  const wayOn = nextLine === fromLine ? '' : ` Continue with --from-line ${nextLine.toString()}.`;
  return new Fault(code, reason + wayOn, { cause: failure });
};

const reportOf = (
  plan: StreamPlan,
  run: Times & {
    readonly sending: ReceiptSender;
    readonly lane: ReceiptRoute;
    readonly rejects: RejectsFile;
    readonly outcomes: OutcomesReport | null;
  },
): StreamReport => {
  const { sending, lane, rejects, outcomes, sentMs, storedMs, waited } = run;
  const isStored = waited?.outcome === 'stored';
  const { sent } = progressOf(lane);
  const known = outcomes ?? unknownOutcomes;
  return {
    source: plan.file,
    via: plan.via,
    tenantId: plan.tenant,
    mode: plan.mode,
    sent,
    stored: known.stored,
    repeated: known.repeated,
    differing: known.differing,
    differingFile: known.differingFile,
    refused: known.refused,
    undecided: known.undecided,
    refusedFile: known.refusedFile,
    rejected: rejects.count,
    rejectsFile: rejects.path,
    secondsToSend: secondsOf(sentMs),
    secondsToStore: isStored ? secondsOf(storedMs) : null,
    sentPerSecond: perSecond(sent, sentMs),
    storedPerSecond: isStored ? perSecond(sent, storedMs) : null,
    nextLine: sending.isAtEnd ? null : sending.nextLine,
    unfinished: unfinishedOf(sending, waited) ?? emptinessOf(plan, sending, sent + rejects.count),
  };
};

type KnownOutcomes = { readonly [Name in keyof OutcomesReport]: OutcomesReport[Name] | null };

const unknownOutcomes: KnownOutcomes = {
  stored: null,
  repeated: null,
  differing: null,
  differingFile: null,
  refused: null,
  undecided: null,
  refusedFile: null,
};

const secondsOf = (ms: number): number => Math.round(ms) / 1_000;

const perSecond = (receipts: number, ms: number): number =>
  ms === 0 ? 0 : Math.round((receipts / ms) * 1_000);

const unfinishedOf = (
  { isAtEnd, nextLine, broken }: ReceiptSender,
  waited: WaitOutcome | null,
): string | null => {
  if (broken !== null) {
    return (
      `${broken.message} Repair the file and continue with --from-line ${nextLine.toString()}, ` +
      'or run the command again with the whole file: no receipt earns twice.'
    );
  }
  if (!isAtEnd) {
    return (
      `Stopped before line ${nextLine.toString()}. Continue with --from-line ${nextLine.toString()}, ` +
      'or run the command again: no receipt earns twice.'
    );
  }
  if (waited?.outcome === 'interrupted')
    return 'Everything was sent; the engine stores the rest in the background.';
  if (waited?.outcome !== 'given-up') return null;
  return `${waited.sentence} Everything is in Kafka and will be stored when an engine continues to read.`;
};

/** A file of nothing is a fault of what wrote it, or of --from-line. */
const emptinessOf = (
  { file, fromLine }: StreamPlan,
  { lastLine }: ReceiptSender,
  found: number,
): string | null => {
  if (found > 0) return null;
  const name = file === '-' ? 'Standard input' : file;
  return lastLine === 0
    ? `${name} has no lines: nothing was sent.`
    : `${name} ends with line ${lastLine.toString()}: there is nothing from line ${fromLine.toString()} on.`;
};

export interface StreamPlan {
  readonly file: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly via: 'kafka' | 'http';
  readonly rejectsPath: string;
  readonly fromLine: number;
  /** The time after which everything is given up if nothing is accepted or stored. */
  readonly patienceMs: number;
  readonly wait: boolean;
  /** The access for a stream over HTTP; null for other streams. */
  readonly http: { readonly access: ApiAccess; readonly concurrency: number } | null;
}

/** The report of a stream. The numbers and files of outcomes are null if there is no wait. */
export interface StreamReport extends KnownOutcomes {
  readonly source: string;
  readonly via: StreamPlan['via'];
  readonly tenantId: string;
  readonly mode: Mode;
  readonly sent: number;
  /** The number of lines that are not receipts and were not sent. */
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly secondsToSend: number;
  /** The time from the first line until all receipts are decided; null unless all are. */
  readonly secondsToStore: number | null;
  readonly sentPerSecond: number;
  /** The rate of everything that was sent and decided. */
  readonly storedPerSecond: number | null;
  /** The line at which the next run may begin; null if everything was read. */
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}

/** Returns true if each line has earned, now or before, as far as the run has waited for it. */
export const isSound = ({ rejected, unfinished, differing, undecided, refused }: StreamReport): boolean =>
  rejected === 0 &&
  unfinished === null &&
  (differing ?? 0) === 0 &&
  (undecided ?? 0) === 0 &&
  Object.keys(refused ?? {}).length === 0;
