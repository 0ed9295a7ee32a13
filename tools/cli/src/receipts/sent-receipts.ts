import type { EvaluateRequest } from '@loyalty/contracts';
import type { Checked } from '@loyalty/contracts/http';
import type { LineSource } from '../files/line-source.ts';
import { type Line, LineSplitter } from '../files/line-splitter.ts';
import type { LineSet } from './compact-sets.ts';
import type { Receipt } from './parse-receipt.ts';

/** One look-up in the database has this many, and takes about 5 ms. */
const receiptsMax = 1_000;

interface SentLines {
  readonly from: number;
  /** This line is not included. */
  readonly before: number;
  /** Lines that were not sent. */
  readonly malformed: Pick<LineSet, 'has'>;
}

/** Reads a source for the second time, and yields the receipts that were sent, in order. */
export async function* readSentReceipts(
  source: LineSource,
  {
    parse,
    lines,
  }: {
    readonly parse: (line: Line, nowMs: number) => Checked<EvaluateRequest>;
    readonly lines: SentLines;
  },
): AsyncGenerator<readonly Receipt[]> {
  const splitter = new LineSplitter();
  const receiptsOf = (some: readonly Line[]): Receipt[] =>
    some.flatMap((line) => {
      if (line.number < lines.from || line.number >= lines.before || lines.malformed.has(line.number))
        return [];
      const parsed = parse(line, Date.now());
      return parsed.ok ? [{ line, request: parsed.value }] : [];
    });
  if (lines.before <= lines.from) {
    source.stop();
    return;
  }
  for await (const chunk of source.chunks()) {
    const some = splitter.push(chunk);
    yield* packsOf(receiptsOf(some));
    if ((some.at(-1)?.number ?? 0) >= lines.before - 1) break;
  }
  source.stop();
  yield* packsOf(receiptsOf(splitter.end()));
}

function* packsOf(receipts: readonly Receipt[]): Generator<readonly Receipt[]> {
  for (let at = 0; at < receipts.length; at += receiptsMax) yield receipts.slice(at, at + receiptsMax);
}
