import { resolve } from 'node:path';
import type { StreamedEvent } from '@loyalty/contracts';
import type { EnvironmentName } from '../arguments.ts';
import { createOwnRegistry, withDatabase, withOwnKafka } from '../connections.ts';
import { type LineSource, openLineSource } from '../files/line-source.ts';
import { LineSplitter } from '../files/line-splitter.ts';
import { count } from '../progress.ts';
import { createReceiptParser } from '../receipts/parse-receipt.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { StreamOutReading } from './read-stream-out.ts';
import { requireStreamOut } from './stream-out-commands.ts';

interface CompareFlags extends EnvironmentName {
  /** In milliseconds since the epoch. */
  readonly since?: number;
}

/** What became of a file's receipts, by what the topic says. */
export interface CompareReport {
  readonly topic: string;
  readonly receipts: number;
  /** Lines that are no receipts. */
  readonly malformed: number;
  readonly processed: number;
  /** Executed before, with the same content. */
  readonly repeated: number;
  /** The number of receipts by the code of the refusal. */
  readonly refused: Readonly<Record<string, number>>;
  /** Receipts without an outcome. Those that could not be read are among them: their outcome has no reference. */
  readonly missing: number;
  /** The first hundred of them. */
  readonly missingRefs: readonly string[];
  /** Outcomes without a reference, of any file. */
  readonly unreadable: number;
}

/** The exit code is 1 if a receipt has no outcome. */
export const compareReceipts = async (
  task: CommandContext,
  file: string,
  { since, ...name }: CompareFlags,
): Promise<CommandOutcome> => {
  const source = await openLineSource(file === '-' ? '-' : resolve(task.folder, file), task.terminal.input);
  const receipts = new ReceiptsOfFile();
  const malformed = await readFile(source, receipts);
  const stream = await withDatabase(task, (db) => requireStreamOut(db, name));
  const { topic } = stream;
  await withOwnKafka(task, async (kafka) => {
    const reading = new StreamOutReading({ kafka, registry: createOwnRegistry(task), topic });
    await reading.beginAt(since ?? Date.parse(stream.since));
    for (let events = await reading.read(); events.length > 0; events = await reading.read())
      for (const event of events) receipts.take(event);
  });
  const report: CompareReport = { topic, malformed, ...receipts.report() };
  print(task, report);
  return { document: report, isFailure: report.missing > 0 };
};

const readFile = async (source: LineSource, receipts: ReceiptsOfFile): Promise<number> => {
  const parse = createReceiptParser();
  const splitter = new LineSplitter();
  let malformed = 0;
  const add = (lines: ReturnType<LineSplitter['push']>): void => {
    for (const line of lines) {
      const parsed = parse(line, Date.now());
      if (parsed.ok) receipts.expect(parsed.value.transactionRef);
      else malformed += 1;
    }
  };
  for await (const chunk of source.chunks()) add(splitter.push(chunk));
  add(splitter.end());
  return malformed;
};

/** The receipts of a file, with the outcomes that the topic has of each. */
export class ReceiptsOfFile {
  readonly #wanted = new Map<string, { lines: number; outcomes: number }>();
  /** A record that comes again has the same place, or the same id. */
  readonly #known = new Set<string>();
  #receipts = 0;
  #processed = 0;
  #repeated = 0;
  #unreadable = 0;
  readonly #refused = new Map<string, number>();

  expect(ref: string): void {
    this.#receipts += 1;
    const wanted = this.#wanted.get(ref);
    if (wanted === undefined) this.#wanted.set(ref, { lines: 1, outcomes: 0 });
    else wanted.lines += 1;
  }

  take(event: StreamedEvent): void {
    if (event.operation !== 'evaluate' || !outcomes.has(event.event)) return;
    const wanted = event.transactionRef === null ? undefined : this.#wanted.get(event.transactionRef);
    if (wanted === undefined && event.transactionRef !== null) return;
    const place = placeOf(event);
    if (this.#known.has(place)) return;
    this.#known.add(place);
    if (wanted === undefined) this.#unreadable += 1;
    else {
      wanted.outcomes += 1;
      this.#count(event);
    }
  }

  #count({ event, data }: StreamedEvent): void {
    if (event === 'transaction.processed') this.#processed += 1;
    else if (event === 'receipt.repeated') this.#repeated += 1;
    else {
      const { code } = JSON.parse(data) as { readonly code: string };
      this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
    }
  }

  report(): Omit<CompareReport, 'topic' | 'malformed'> {
    let missing = 0;
    const missingRefs: string[] = [];
    for (const [ref, { lines, outcomes: found }] of this.#wanted) {
      if (found >= lines) continue;
      missing += lines - found;
      if (missingRefs.length < shownMax) missingRefs.push(ref);
    }
    return {
      receipts: this.#receipts,
      processed: this.#processed,
      repeated: this.#repeated,
      refused: Object.fromEntries(this.#refused),
      missing,
      missingRefs,
      unreadable: this.#unreadable,
    };
  }
}

const shownMax = 100;

const outcomes: ReadonlySet<string> = new Set([
  'transaction.processed',
  'receipt.repeated',
  'transaction.refused',
]);

const placeOf = ({ id, source }: StreamedEvent): string =>
  source === null ? id : `${source.topic}/${source.partition.toString()}/${source.offset.toString()}`;

const linesShown = 10;

const print = (task: CommandContext, report: CompareReport): void => {
  const { receipts, processed, repeated, refused, missing, missingRefs, malformed, unreadable } = report;
  const codes = Object.entries(refused).map(([code, n]) => `${count(n)} ${code}`);
  const refusals = codes.length === 0 ? 'none refused' : `refused: ${codes.join(', ')}`;
  task.say(
    `${count(receipts)} receipts: ${count(processed)} processed, ${count(repeated)} repeated, ${refusals}, ${count(missing)} without an outcome.`,
  );
  if (malformed > 0) task.say(`${count(malformed)} lines are no receipts.`);
  if (unreadable > 0)
    task.say(`${count(unreadable)} outcomes are of records that could not be read, and name no receipt.`);
  for (const ref of missingRefs.slice(0, linesShown)) task.note(`No outcome: ${ref}`);
};
