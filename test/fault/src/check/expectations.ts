import { readFileSync } from 'node:fs';
import { expectedPoints, fixedPoints, type Receipt } from '../points.ts';
import { readJournal, type JournalLine } from '../load/journal.ts';
import type { Violations } from '../violations.ts';

/** What a tenant's tables must hold, from what its clients know. */
export interface Expectations {
  /** By reference: the answer that was acknowledged; null where any answer will do (a streamed receipt). */
  readonly answers: Map<string, string | null>;
  /** Points by memberRef. */
  readonly balances: Map<string, number>;
  /** References of transactions that endpoints are told of. */
  readonly told: Set<string>;
}

const create = (): Expectations => ({ answers: new Map(), balances: new Map(), told: new Set() });

const award = ({ balances }: Expectations, memberRef: string, points: number): number => {
  balances.set(memberRef, (balances.get(memberRef) ?? 0) + points);
  return points;
};

type Sent = Extract<JournalLine, { sent: string }>;

/** What an operation does to its member's balance. */
const pointsOf = ({ kind, body }: Sent): number => {
  switch (kind) {
    case 'evaluate':
      return expectedPoints(JSON.parse(body) as Receipt);
    case 'redeem':
      return -fixedPoints.redeem;
    case 'event':
    case 'adjust':
      return fixedPoints[kind];
  }
};

/** Answers the points of what was sent. */
const expect = (expected: Expectations, line: Sent): number => {
  if (line.kind === 'evaluate' || line.kind === 'redeem') expected.told.add(line.sent);
  return award(expected, line.memberRef, pointsOf(line));
};

/** Reads the journal; what was sent and never acknowledged, or awarded other points, is a violation by itself. */
export const expectationsOfJournal = async (
  path: string,
  violations: Violations,
): Promise<Map<string, Expectations>> => {
  const byTenant = new Map<string, Expectations>();
  const open = new Map<string, number>();
  for await (const line of readJournal(path)) {
    const expected = byTenant.get(line.tenantId) ?? create();
    byTenant.set(line.tenantId, expected);
    if ('sent' in line) open.set(line.sent, expect(expected, line));
    else expected.answers.set(line.acknowledged, takeAnswer(open, line, violations));
  }
  for (const ref of open.keys()) violations.add('unresolved', ref);
  return byTenant;
};

/** Closes what was open, by reference with the points expected, and answers its answer. */
const takeAnswer = (
  open: Map<string, number>,
  { acknowledged, answer }: Extract<JournalLine, { acknowledged: string }>,
  violations: Violations,
): string => {
  if (pointsIn(answer) !== open.get(acknowledged)) violations.add('wrong points', answer);
  open.delete(acknowledged);
  return answer;
};

/** What an answer says that it did: awarded, redeemed or adjusted. */
export const pointsIn = (answer: string): number | undefined => {
  const { pointsAwarded, pointsRedeemed, entry } = JSON.parse(answer) as {
    readonly pointsAwarded?: number;
    readonly pointsRedeemed?: number;
    readonly entry?: { readonly points: number };
  };
  return pointsAwarded ?? (pointsRedeemed === undefined ? entry?.points : -pointsRedeemed);
};

/** What the streamed files must have come to. */
export const expectationsOfFiles = (files: readonly string[]): Expectations => {
  const expected = create();
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      const receipt = JSON.parse(line) as Receipt;
      award(expected, receipt.memberRef, expectedPoints(receipt));
      expected.answers.set(receipt.transactionRef, null);
      expected.told.add(receipt.transactionRef);
    }
  }
  return expected;
};
