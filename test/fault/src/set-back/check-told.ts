import { readFileSync } from 'node:fs';
import pg from 'pg';
import { readTransactions, type TransactionRow } from '../check/check-tenant.ts';
import { pointsIn } from '../check/expectations.ts';
import { expectedPoints, type Receipt } from '../points.ts';
import type { Done } from '../load/tills.ts';
import type { OwnStack } from '../own-stack.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import type { Listed } from './listed.ts';

/** What callers know. */
export interface Told {
  readonly done: readonly Done[];
  readonly tenants: readonly FaultTenant[];
  /** Receipts that Kafka has, in files. */
  readonly bulk: { readonly tenant: FaultTenant; readonly files: readonly string[] };
}

/** How what is stored compares with what was told. */
export interface ToldFigures {
  /** Requests that were told, or streamed, and are not stored. */
  readonly lost: number;
  /** Points of theirs, whatever their sign. */
  readonly lostPoints: number;
  readonly doubled: number;
  /** Told management writes that are gone. */
  readonly writesGone: number;
  /** Stored with another answer than the told one. */
  readonly differing: number;
}

/** What is stored under a reference, by tenant and reference. */
type Stored = ReadonlyMap<string, readonly TransactionRow[]>;

/** Characters of an answer that are shown around its first difference. */
const shownBefore = 40;
const shownBehind = 60;

const nameOf = ({ tenantId }: FaultTenant, ref: string): string => `${tenantId}/${ref}`;

/** Compares every told answer and every streamed receipt with the tables, at rest and before anything was repeated. */
export const checkTold = async (
  stack: OwnStack,
  { told: { done, tenants, bulk }, listed }: { readonly told: Told; readonly listed: Listed },
  violations: Violations,
): Promise<ToldFigures> => {
  const stored = await readStored(stack, [...tenants, bulk.tenant]);
  const tally = new ToldTally(listed, violations);
  tally.compareAll(done, stored);
  for (const { transactionRef, points } of receiptsIn(bulk.files))
    if (!stored.has(nameOf(bulk.tenant, transactionRef))) tally.lose(transactionRef, points);
  return tally.figures;
};

/** Answers of some tenants, and what is listed. */
export interface ToldAnswers extends Pick<Told, 'done' | 'tenants'> {
  readonly listed: Listed;
}

/** Compares the told answers of some tenants with the tables, as {@link checkTold} does. */
export const compareTold = async (
  stack: OwnStack,
  { done, tenants, listed }: ToldAnswers,
  violations: Violations,
): Promise<void> => {
  new ToldTally(listed, violations).compareAll(done, await readStored(stack, tenants));
};

/** Counts, and names as violations what is not listed. */
class ToldTally {
  readonly figures = { lost: 0, lostPoints: 0, doubled: 0, writesGone: 0, differing: 0 };
  readonly #listed: Listed;
  readonly #violations: Violations;

  constructor(listed: Listed, violations: Violations) {
    this.#listed = listed;
    this.#violations = violations;
  }

  compareAll(done: readonly Done[], stored: Stored): void {
    for (const one of done)
      this.#compare(one, stored.get(nameOf(one.operation.tenant, one.operation.ref)) ?? []);
    for (const [name, rows] of stored)
      if (rows.length > 1 || rows.some(({ entries }) => Number(entries) > 1)) this.#double(name);
  }

  #compare(done: Done, rows: readonly TransactionRow[]): void {
    const { kind, ref } = done.operation;
    if (rows.length > 0) this.#compareAnswer(done, rows);
    // An adjustment is in no topic that is read again.
    else if (kind === 'adjust') this.#miss(ref);
    else this.lose(ref, pointsIn(done.answer) ?? 0);
  }

  lose(ref: string, points: number): void {
    this.figures.lost += 1;
    this.figures.lostPoints += Math.abs(points);
    this.#violations.add('lost at rest', `${ref} (${points.toString()} points)`);
  }

  #double(name: string): void {
    this.figures.doubled += 1;
    this.#violations.add('doubled at rest', name);
  }

  #miss(ref: string): void {
    this.figures.writesGone += 1;
    if (!this.#listed.has(ref)) this.#violations.add('management write gone, not listed', ref);
  }

  #compareAnswer(done: Done, rows: readonly TransactionRow[]): void {
    if (rows.every(({ answer }) => answer.toString() === done.answer)) return;
    this.figures.differing += 1;
    const isAlike = rows.every(
      ({ answer }) => withoutBalances(answer.toString()) === withoutBalances(done.answer),
    );
    const kind = isAlike ? 'balance in an answer differs, not listed' : 'answer differs, not listed';
    if (!this.#listed.has(done.operation.ref)) this.#violations.add(kind, differenceOf(done, rows));
  }
}

/** Reads what is stored under every reference of these tenants. */
export const readStored = async (stack: OwnStack, tenants: readonly FaultTenant[]): Promise<Stored> => {
  const stored = new Map<string, TransactionRow[]>();
  const db = new pg.Client({ connectionString: stack.now().databaseUrl });
  await db.connect();
  try {
    for (const tenant of tenants) note(stored, tenant, await readTransactions(db, tenant.tenantId));
    return stored;
  } finally {
    await db.end();
  }
};

const note = (
  stored: Map<string, TransactionRow[]>,
  tenant: FaultTenant,
  rows: readonly TransactionRow[],
): void => {
  for (const row of rows) {
    const name = nameOf(tenant, row.ref);
    stored.set(name, [...(stored.get(name) ?? []), row]);
  }
};

/** Balances follow from the order in which the requests of a member were stored, which is not the same again. */
const withoutBalances = (answer: string): string =>
  answer.replaceAll(/"(?:pointsBalance|balanceBefore|balanceAfter)":\d+/g, '');

/** Both answers from shortly before their first difference. */
const differenceOf = (
  { operation: { kind, ref }, answer }: Done,
  rows: readonly TransactionRow[],
): string => {
  const stored = rows.map((row) => row.answer.toString()).join(' ');
  let at = 0;
  while (at < answer.length && answer[at] === stored[at]) at += 1;
  const from = Math.max(0, at - shownBefore);
  const shown = (text: string): string => text.slice(from, from + shownBefore + shownBehind);
  return `${kind} ${ref}: told …${shown(answer)}…, stored …${shown(stored)}…`;
};

const receiptsIn = (
  files: readonly string[],
): { readonly transactionRef: string; readonly points: number }[] =>
  files
    .flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Receipt)
    .map((receipt) => ({ transactionRef: receipt.transactionRef, points: expectedPoints(receipt) }));

/** Whether what a repeat was answered is what is stored. */
export const isStoredAs = (stored: Stored, { tenant, ref }: Done['operation'], answer: string): boolean =>
  stored.get(nameOf(tenant, ref))?.some((row) => row.answer.toString() === answer) === true;
