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
  /** The first reference of the member by each further one. */
  readonly cards: Map<string, string>;
}

const create = (): Expectations => ({
  responses: new Map(),
  balances: new Map(),
  eventRefs: new Set(),
  cards: new Map(),
});

const award = ({ balances }: Expectations, memberRef: string, points: number): number => {
  balances.set(memberRef, (balances.get(memberRef) ?? 0) + points);
  return points;
};

type Sent = Extract<JournalLine, { sent: string }>;

/** Points that returns have left of each receipt, by {@link nameOf}. */
type Left = Map<string, number>;

const nameOf = ({ tenantId }: Sent, transactionRef: string): string => `${tenantId}/${transactionRef}`;

interface ReturnBody {
  readonly transactionRef: string;
  readonly whole?: true;
}

/** Null for a part of a receipt. */
const pointsBack = (line: Sent, left: Left): number | null => {
  const { transactionRef, whole } = JSON.parse(line.body) as ReturnBody;
  return whole === true ? 0 - (left.get(nameOf(line, transactionRef)) ?? 0) : null;
};

/** Returns the change of the member's balance; null for a part of a receipt, whose share the rest of it makes up for. */
const pointsOf = (line: Sent, left: Left): number | null => {
  const { kind, body } = line;
  switch (kind) {
    case 'return':
      return pointsBack(line, left);
    case 'evaluate':
      return expectedPoints(JSON.parse(body) as Receipt);
    case 'redeem':
    case 'authorize':
      return -fixedPoints.redeem;
    case 'capture':
    case 'link':
      return 0;
    case 'void':
      return fixedPoints.redeem;
    case 'event':
    case 'adjust':
    case 'import':
      return fixedPoints[kind];
  }
};

const withEvent: ReadonlySet<Sent['kind']> = new Set([
  'evaluate',
  'redeem',
  'authorize',
  'capture',
  'void',
  'return',
]);

interface LinkingBody {
  /** Of a link. */
  readonly reference?: string;
  /** Of an import. */
  readonly lines?: readonly { readonly references?: readonly { readonly reference: string }[] }[];
}

/** Returns the cards that a link or an import gives to its member. */
const cardsOf = ({ kind, body }: Sent): readonly string[] => {
  if (kind !== 'link' && kind !== 'import') return [];
  const { reference, lines = [] } = JSON.parse(body) as LinkingBody;
  const ofLines = lines.flatMap(({ references = [] }) => references.map((each) => each.reference));
  return reference === undefined ? ofLines : [reference, ...ofLines];
};

const isTransaction = ({ kind }: Sent): boolean => kind !== 'import' && kind !== 'link';

interface Open {
  readonly line: Sent;
  readonly points: number | null;
}

/** Records what a sent operation must cause. */
const expect = (expected: Expectations, line: Sent, left: Left): Open => {
  if (withEvent.has(line.kind)) expected.eventRefs.add(line.sent);
  for (const card of cardsOf(line)) expected.cards.set(card, line.memberRef);
  const points = pointsOf(line, left);
  if (points !== null) award(expected, line.memberRef, points);
  if (points !== null && line.kind === 'evaluate') left.set(nameOf(line, line.sent), points);
  return { line, points };
};

/** Reads the journal. An operation without acknowledgement, or with points other than the expected ones, is a violation. */
export const expectationsOfJournal = async (
  path: string,
  violations: Violations,
): Promise<Map<string, Expectations>> => {
  const byTenant = new Map<string, Expectations>();
  const open = new Map<string, Open>();
  const left: Left = new Map();
  for await (const line of readJournal(path)) {
    const expected = byTenant.get(line.tenantId) ?? create();
    byTenant.set(line.tenantId, expected);
    if ('sent' in line) open.set(line.sent, expect(expected, line, left));
    else acknowledge(expected, line, { open, left, violations });
  }
  for (const ref of open.keys()) violations.add('unresolved', ref);
  return byTenant;
};

interface Known {
  readonly open: Map<string, Open>;
  readonly left: Left;
  readonly violations: Violations;
}

/** Records a response, and compares its points with those of its operation. */
const acknowledge = (
  expected: Expectations,
  { acknowledged, answer }: Extract<JournalLine, { acknowledged: string }>,
  { open, left, violations }: Known,
): void => {
  const points = pointsIn(answer);
  const begun = open.get(acknowledged);
  open.delete(acknowledged);
  // What the member has says whether an opening or a card is there, and there once.
  if (begun === undefined || isTransaction(begun.line)) expected.responses.set(acknowledged, answer);
  if (begun?.points === null && points !== undefined && points <= 0)
    leave(expected, begun.line, { points, left });
  else if (begun === undefined || points !== begun.points) violations.add('wrong points', answer);
};

/** A part that was returned: what it took is missing from the rest. */
const leave = (
  expected: Expectations,
  line: Sent,
  { points, left }: { readonly points: number; readonly left: Left },
): void => {
  const name = nameOf(line, (JSON.parse(line.body) as ReturnBody).transactionRef);
  left.set(name, (left.get(name) ?? 0) + award(expected, line.memberRef, points));
};

/** UNCHANGED: an earlier attempt, whose response was lost, was stored. */
const isImported = ({ outcome }: { readonly outcome: string }): boolean =>
  ['CREATED', 'UNCHANGED'].includes(outcome);

/** Returns the points that a response reports: awarded, redeemed or reversed (negative), given back, adjusted, or imported; 0 of a card. */
export const pointsIn = (answer: string): number | undefined => {
  const {
    state,
    pointsAwarded,
    pointsRedeemed,
    pointsReversed,
    pointsRefunded,
    pointsExpired,
    entry,
    results,
    isPrimary,
  } = JSON.parse(answer) as {
    readonly results?: readonly { readonly outcome: string }[];
    readonly state?: string;
    readonly isPrimary?: boolean;
    readonly pointsAwarded?: number;
    readonly pointsRedeemed?: number;
    readonly pointsReversed?: number;
    readonly pointsRefunded?: number;
    readonly pointsExpired?: number;
    readonly entry?: { readonly points: number };
  };
  if (results !== undefined) return results.every(isImported) ? fixedPoints.import : undefined;
  if (state === 'CAPTURED' || isPrimary !== undefined) return 0;
  if (pointsRefunded !== undefined) return pointsRefunded - (pointsExpired ?? 0);
  const taken = pointsRedeemed ?? pointsReversed;
  return pointsAwarded ?? (taken === undefined ? entry?.points : 0 - taken);
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
