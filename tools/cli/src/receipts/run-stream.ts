import { Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { reasonOf } from '../failures.ts';
import { openLineSource } from '../files/line-source.ts';
import { type Reject, RejectsFile } from '../files/rejects-file.ts';
import { otherFormatText } from '../files/other-format.ts';
import { type ProgressDisplay, showProgress } from '../progress.ts';
import type { CommandContext } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { createReceiptParser, type ReceiptSink } from './parse-receipt.ts';
import { ReceiptSender } from './send-receipts.ts';
import type { WaitOutcome } from './stored-watch.ts';

export interface ReceiptRoute {
  readonly sink: ReceiptSink;
  stored(): number | null;
  /** Until all sent receipts are stored; null without a wait. */
  settle(signal: AbortSignal): Promise<WaitOutcome | null>;
}

/** Throws a Fault that names the next line when the route fails. A source that breaks is reported. */
export const runStream = async (
  task: CommandContext,
  plan: StreamPlan,
  createLane: (onRefused: (reject: Reject) => void) => ReceiptRoute,
): Promise<StreamReport> => {
  const source = await openLineSource(plan.file, task.terminal.input);
  const rejects = new RejectsFile({
    path: plan.rejectsPath,
    isContinued: plan.fromLine > 1,
    onShown: (reject) => {
      display.note(rejectLine(reject));
    },
    onMany: () => {
      const doubt = otherFormatText(source.name, source.head(), 'ndjson');
      if (doubt !== null) display.note(doubt);
    },
  });
  const lane = createLane((reject) => {
    rejects.add(reject);
  });
  const parse = createReceiptParser();
  const sending = new ReceiptSender({ source, sink: lane.sink, rejects, parse, fromLine: plan.fromLine });
  const display = showProgress(task.terminal, () => ({
    ...progressOf(lane),
    rejected: rejects.count,
    expected: sending.expected,
  }));
  try {
    const times = await conduct(sending, lane, display);
    if (sending.isAtEnd && progressOf(lane).sent === 0) rejects.explain();
    return reportOf(plan, { sending, lane, rejects, ...times });
  } catch (failure) {
    throw withWayOn(failure, sending.nextLine, plan);
  } finally {
    display.stop();
    rejects.close();
  }
};

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
    display.note('Stopping: what is under way is finished first. Once more ends it at once.');
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

/** Records of other senders are stored too, so this run's count is at most the number that it sent. */
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
  const wayOn = nextLine === fromLine ? '' : ` Go on with --from-line ${nextLine.toString()}.`;
  return new Fault(code, reason + wayOn, { cause: failure });
};

const reportOf = (
  plan: StreamPlan,
  run: Times & {
    readonly sending: ReceiptSender;
    readonly lane: ReceiptRoute;
    readonly rejects: RejectsFile;
  },
): StreamReport => {
  const { sending, lane, rejects, sentMs, storedMs, waited } = run;
  const isStored = waited?.outcome === 'stored';
  const { sent, stored } = progressOf(lane);
  return {
    source: plan.file,
    via: plan.via,
    tenantId: plan.tenant,
    mode: plan.mode,
    sent,
    stored: isStored ? sent : stored,
    rejected: rejects.count,
    rejectsFile: rejects.path,
    secondsToSend: secondsOf(sentMs),
    secondsToStore: isStored ? secondsOf(storedMs) : null,
    sentPerSecond: perSecond(sent, sentMs),
    storedPerSecond: isStored ? perSecond(sent, storedMs) : null,
    nextLine: sending.isAtEnd ? null : sending.nextLine,
    unfinished: unfinishedOf(sending, waited),
  };
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
      `${broken.message} Go on with --from-line ${nextLine.toString()} of the whole file, ` +
      'or run the same again with it: no receipt earns twice.'
    );
  }
  if (!isAtEnd) {
    return (
      `Stopped before line ${nextLine.toString()}. Go on with --from-line ${nextLine.toString()}, ` +
      'or run the same again: no receipt earns twice.'
    );
  }
  if (waited?.outcome === 'interrupted') return 'Everything is sent; the engine stores the rest by itself.';
  if (waited?.outcome !== 'given-up') return null;
  return `${waited.sentence} Everything is in Kafka and is stored once an engine reads on.`;
};

export interface StreamPlan {
  readonly file: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly via: 'kafka' | 'http';
  readonly rejectsPath: string;
  readonly fromLine: number;
  /** All is given up when nothing is accepted or stored for so long. */
  readonly patienceMs: number;
  readonly wait: boolean;
  /** Via http only. */
  readonly http: { readonly baseUrl: string; readonly apiKey: string; readonly concurrency: number } | null;
}

export interface StreamReport {
  readonly source: string;
  readonly via: StreamPlan['via'];
  readonly tenantId: string;
  readonly mode: Mode;
  readonly sent: number;
  readonly stored: number | null;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly secondsToSend: number;
  /** From the first line until all is stored; null unless all is. */
  readonly secondsToStore: number | null;
  readonly sentPerSecond: number;
  readonly storedPerSecond: number | null;
  /** The next run may begin there; null when everything was read. */
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}
