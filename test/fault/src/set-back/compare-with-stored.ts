import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { OwnStack } from '@loyalty/stack';
import { readTransactions, type TransactionRow } from '../check/check-tenant.ts';
import { pointsIn } from '../check/expectations.ts';
import { expectedPoints, type Receipt } from '../points.ts';
import { refIn } from '../load/operations.ts';
import type { Done } from '../load/tills.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import type { Listed } from './listed.ts';

/** The responses and receipts that callers know of. */
export interface Acknowledged {
  readonly done: readonly Done[];
  readonly tenants: readonly FaultTenant[];
  /** Files with the receipts that Kafka acknowledged. */
  readonly bulk: { readonly tenant: FaultTenant; readonly files: readonly string[] };
}

/** The counts of a comparison with the tables. */
export interface ComparisonFigures {
  /** Acknowledged requests and streamed receipts that are not stored. */
  readonly lost: number;
  /** The sum of their absolute points. */
  readonly lostPoints: number;
  readonly doubled: number;
  /** Acknowledged management writes that are not stored. */
  readonly writesGone: number;
  /** Requests stored with a response other than the acknowledged one. */
  readonly differing: number;
}

/** The stored transactions by tenant and reference. */
type Stored = ReadonlyMap<string, readonly TransactionRow[]>;

/** Characters that are shown before and after the first difference of two responses. */
const shownBefore = 40;
const shownBehind = 60;

const nameOf = ({ tenantId }: FaultTenant, ref: string): string => `${tenantId}/${ref}`;

/**
 * Compares every acknowledged response and streamed receipt with the tables. Call it at rest and before anything is repeated.
 */
export const compareAllWithStored = async (
  stack: OwnStack,
  {
    acknowledged: { done, tenants, bulk },
    listed,
  }: { readonly acknowledged: Acknowledged; readonly listed: Listed },
  violations: Violations,
): Promise<ComparisonFigures> => {
  const stored = await readStored(stack, [...tenants, bulk.tenant]);
  const tally = new ComparisonTally(listed, violations);
  tally.compareAll(done, stored);
  for (const { transactionRef, points } of receiptsIn(bulk.files))
    if (!stored.has(nameOf(bulk.tenant, transactionRef))) tally.lose(transactionRef, points);
  return tally.figures;
};

/** Acknowledged responses of some tenants, and the references that are listed as lost. */
export interface ListedAcknowledged extends Pick<Acknowledged, 'done' | 'tenants'> {
  readonly listed: Listed;
}

/** Compares the acknowledged responses of some tenants with the tables, like {@link compareAllWithStored}. */
export const compareWithStored = async (
  stack: OwnStack,
  { done, tenants, listed }: ListedAcknowledged,
  violations: Violations,
): Promise<void> => {
  new ComparisonTally(listed, violations).compareAll(done, await readStored(stack, tenants));
};

/** Counts differences; one that is not listed is a violation. */
class ComparisonTally {
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
    // No topic has adjustments, so nothing stores a lost one again.
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
    const known = memberIdIn(done.answer);
    if (rows.some(({ answer }) => memberIdIn(answer.toString()) !== known))
      this.#violations.add('member under another id', differenceOf(done, rows));
    const isAlike = rows.every(
      ({ answer }) => withoutBalances(answer.toString()) === withoutBalances(done.answer),
    );
    const kind = isAlike ? 'balance in an answer differs, not listed' : 'answer differs, not listed';
    if (!this.#listed.has(refIn(done.operation.ref))) this.#violations.add(kind, differenceOf(done, rows));
  }
}

const activitySql = `
  SELECT e.tenant_id AS "tenantId", (SELECT count(*)::int FROM transactions t WHERE t.environment_id = e.id AND t.operation = 'evaluate') AS stored,
         (SELECT coalesce(sum(a.receipts), 0)::int FROM activity a WHERE a.environment_id = e.id AND a.step_minutes = 1) AS counted
    FROM environments e WHERE e.tenant_id = ANY ($1::uuid[]) AND e.mode = 'live'`;

/**
 * Compares the receipts of each tenant's activity with the stored ones, at rest. What was in memory when the database was
 * set back may be missing or be there twice: some seconds of it, no more.
 */
export const compareActivity = async (
  stack: OwnStack,
  { tenants, perSecond }: { readonly tenants: readonly FaultTenant[]; readonly perSecond: number },
  violations: Violations,
): Promise<void> => {
  const db = new pg.Client({ connectionString: stack.now().databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ tenantId: string; stored: number; counted: number }>(activitySql, [
      tenants.map(({ tenantId }) => tenantId),
    ]);
    for (const { tenantId, stored, counted } of rows)
      if (Math.abs(counted - stored) > uncertainSeconds * perSecond)
        violations.add(
          'activity differs',
          `${tenantId}: ${counted.toString()} receipts are counted, ${stored.toString()} are stored`,
        );
  } finally {
    await db.end();
  }
};

const uncertainSeconds = 5;

/** Reads all transactions of these tenants. */
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

/** Balances depend on the order in which a member's requests were stored, which may differ the second time. */
const withoutBalances = (answer: string): string =>
  answer.replaceAll(/"(?:pointsBalance|balanceBefore|balanceAfter)":\d+/g, '');

/** Undefined where it names none. A partner may hold it, so it stays whatever is lost (D191). */
const memberIdIn = (answer: string): string | undefined => /"memberId":"([^"]+)"/.exec(answer)?.[1];

/** Shows both responses from shortly before their first difference. */
const differenceOf = (
  { operation: { kind, ref }, answer }: Done,
  rows: readonly TransactionRow[],
): string => {
  const stored = rows.map((row) => row.answer.toString()).join(' ');
  let at = 0;
  while (at < answer.length && answer[at] === stored[at]) at += 1;
  const from = Math.max(0, at - shownBefore);
  const shown = (text: string): string => text.slice(from, from + shownBefore + shownBehind);
  return `${kind} ${ref}: acknowledged …${shown(answer)}…, stored …${shown(stored)}…`;
};

const receiptsIn = (
  files: readonly string[],
): { readonly transactionRef: string; readonly points: number }[] =>
  files
    .flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Receipt)
    .map((receipt) => ({ transactionRef: receipt.transactionRef, points: expectedPoints(receipt) }));

/** Returns true when `answer` equals a stored response for the operation's reference. */
export const isStoredAs = (stored: Stored, { tenant, ref }: Done['operation'], answer: string): boolean =>
  stored.get(nameOf(tenant, ref))?.some((row) => row.answer.toString() === answer) === true;
