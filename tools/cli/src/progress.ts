import cliProgress from 'cli-progress';
import type { Terminal } from './terminal.ts';

export interface Progress {
  readonly sent: number;
  readonly verb?: string;
  readonly stored: number | null;
  readonly rejected: number;
  readonly expected: number | null;
}

export interface ProgressDisplay {
  note(line: string): void;
  stop(): void;
}

const barEveryMs = 200;
const lineEveryMs = 5_000;

export const showProgress = ({ err }: Terminal, read: () => Progress): ProgressDisplay =>
  err.isTTY === true ? showBar(err, read) : showLines(err, read);

const showLines = (err: Terminal['err'], read: () => Progress): ProgressDisplay => {
  const beganAtMs = Date.now();
  const timer = setInterval(() => {
    err.write(`${progressLine(read(), Date.now() - beganAtMs)}\n`);
  }, lineEveryMs);
  return {
    note: (line) => {
      err.write(`${line}\n`);
    },
    stop: () => {
      clearInterval(timer);
    },
  };
};

const showBar = (err: Terminal['err'], read: () => Progress): ProgressDisplay => {
  const beganAtMs = Date.now();
  const bar = new cliProgress.SingleBar({
    stream: err,
    // The bar would handle Ctrl-C itself.
    gracefulExit: false,
    etaBuffer: 50,
    hideCursor: true,
    format: (_options, params, payload: { readonly line?: string }) => barText(params, payload.line ?? ''),
  });
  const draw = (): void => {
    const progress = read();
    bar.setTotal(progress.expected ?? 0);
    bar.update(doneOf(progress), { line: progressLine(progress, Date.now() - beganAtMs) });
  };
  bar.start(0, 0, { line: '' });
  const timer = setInterval(draw, barEveryMs);
  return {
    note: (line) => {
      err.write(`${clearLine}${line}\n`);
    },
    stop: () => {
      clearInterval(timer);
      draw();
      bar.stop();
    },
  };
};

/** ECMA-48: go to the first column, erase to the end. */
const clearLine = '\r\u001B[K';

const barWidth = 24;

/** There is no bar and no remaining time if the expected number is unknown. */
const barText = (
  { total, value, eta }: { total: number; value: number; eta: number },
  line: string,
): string => {
  if (total === 0) return line;
  const share = Math.min(1, value / total);
  const full = Math.round(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const arrival = Number.isFinite(eta) && share < 1 ? `, ${Math.ceil(eta).toString()} s left` : '';
  return `${bar} ${Math.floor(share * 100).toString()} % ${line}${arrival}`;
};

/** Returns a line in the form `12,000 sent, 11,500 stored, 2 rejected, 8,100/s`. */
export const progressLine = (progress: Progress, elapsedMs: number): string => {
  const { sent, verb = 'sent', stored, rejected } = progress;
  const rate = elapsedMs === 0 ? 0 : (doneOf(progress) / elapsedMs) * 1_000;
  return [
    `${count(sent)} ${verb}`,
    ...(stored === null ? [] : [`${count(stored)} stored`]),
    ...(rejected === 0 ? [] : [`${count(rejected)} rejected`]),
    `${count(rate)}/s`,
  ].join(', ');
};

const doneOf = ({ sent, stored }: Progress): number => stored ?? sent;

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
