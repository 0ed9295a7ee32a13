import { readFileSync } from 'node:fs';
import { expectedPoints, fixedPoints, type Receipt } from '../points.ts';
import { readJournal, type JournalLine } from '../load/journal.ts';
import type { Violations } from '../violations.ts';

/** The contents that a tenant's tables must have, derived from what its clients know. */
export interface Expectations {
  /** The acknowledged response by reference; null accepts any response (a streamed receipt). */
  readonly responses: Map<string, string | null>;
  /** Points by memberRef. */
  readonly balances: Map<string, number>;
  /** References of transactions that cause a webhook event. */
  readonly eventRefs: Set<string>;
}

const create = (): Expectations => ({ responses: new Map(), balances: new Map(), eventRefs: new Set() });

const award = ({ balances }: Expectations, memberRef: string, points: number): number => {
  balances.set(memberRef, (balances.get(memberRef) ?? 0) + points);
  return points;
};

type Sent = Extract<JournalLine, { sent: string }>;

/** Returns the change of the member's balance. */
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

/** Records what a sent operation must cause. Returns its points. */
const expect = (expected: Expectations, line: Sent): number => {
  if (line.kind === 'evaluate' || line.kind === 'redeem') expected.eventRefs.add(line.sent);
  return award(expected, line.memberRef, pointsOf(line));
};

/** Reads the journal. An operation without acknowledgement, or with other points than expected, is a violation. */
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
    else expected.responses.set(line.acknowledged, takeAnswer(open, line, violations));
  }
  for (const ref of open.keys()) violations.add('unresolved', ref);
  return byTenant;
};

/** Removes the reference from `open`, which has the expected points by reference. Returns the response. */
const takeAnswer = (
  open: Map<string, number>,
  { acknowledged, answer }: Extract<JournalLine, { acknowledged: string }>,
  violations: Violations,
): string => {
  if (pointsIn(answer) !== open.get(acknowledged)) violations.add('wrong points', answer);
  open.delete(acknowledged);
  return answer;
};

/** Returns the points that a response reports: awarded, redeemed (negative) or adjusted. */
export const pointsIn = (answer: string): number | undefined => {
  const { pointsAwarded, pointsRedeemed, entry } = JSON.parse(answer) as {
    readonly pointsAwarded?: number;
    readonly pointsRedeemed?: number;
    readonly entry?: { readonly points: number };
  };
  return pointsAwarded ?? (pointsRedeemed === undefined ? entry?.points : -pointsRedeemed);
};

/** Returns the expectations for the streamed files. */
export const expectationsOfFiles = (files: readonly string[]): Expectations => {
  const expected = create();
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      const receipt = JSON.parse(line) as Receipt;
      award(expected, receipt.memberRef, expectedPoints(receipt));
      expected.responses.set(receipt.transactionRef, null);
      expected.eventRefs.add(receipt.transactionRef);
    }
  }
  return expected;
};
