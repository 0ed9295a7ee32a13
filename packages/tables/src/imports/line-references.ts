import { awaitAll, type EnvironmentId, type MemberId, randomIdAt } from '@loyalty/kernel';
import type { ReferenceState } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import type { LockedReference } from '../accounts/accounts.ts';
import { findOlderProcess, isBareSql, referencesMax, storedState } from '../members/references.ts';
import {
  type LineReference,
  type LineResult,
  type MemberLine,
  rejectedFor,
  rejectedLine,
} from './member-lines.ts';

/** A reference of a line that somebody has already, as it is under the lock. */
interface HeldReference extends Pick<LockedReference, 'account' | 'leadsTo'> {
  readonly kind: string | null;
  readonly state: ReferenceState;
  /** True if nobody ever did anything by it. */
  readonly isBare: boolean;
}

/** What the references of lines are judged by. */
export interface ReferenceContext {
  /** By the key in hexadecimal digits. */
  readonly held: ReadonlyMap<string, HeldReference>;
  /** How many further references members have; those who have none are left out. */
  readonly counts: ReadonlyMap<MemberId, number>;
  /** True if a process of an older release is running, which does not know references (D105). */
  readonly isTooEarly: boolean;
}

const noReferences: ReferenceContext = { held: new Map(), counts: new Map(), isTooEarly: false };

const heldStatement: Statement = {
  name: 'import-held-references',
  text: `SELECT m.id, m.reference_kind AS kind, coalesce(m.reference_state, 'ACTIVE') AS state,
                m.leads_to IS NULL AND ${isBareSql} AS "isBare"
           FROM members m WHERE m.environment_id = $1 AND m.id = ANY ($2::uuid[])`,
};

const countsStatement: Statement = {
  name: 'import-reference-counts',
  text: `SELECT leads_to AS "memberId", count(*)::int AS count FROM members
          WHERE environment_id = $1 AND leads_to = ANY ($2::uuid[]) GROUP BY leads_to`,
};

type HeldRow = Pick<HeldReference, 'kind' | 'state' | 'isBare'> & { readonly id: MemberId };

interface CountRow {
  readonly memberId: MemberId;
  readonly count: number;
}

/** Reads more about locked rows that have references of the lines. Without such lines, nothing is read. */
export const readReferenceContext = async (
  db: Queryable,
  { environmentId, lines }: { readonly environmentId: EnvironmentId; readonly lines: readonly MemberLine[] },
  locked: readonly LockedReference[],
): Promise<ReferenceContext> => {
  const named = new Set(lines.flatMap(({ references }) => references.map(hexOf)));
  if (named.size === 0) return noReferences;
  const namedRows = locked.filter((row) => named.has(hexOf(row)));
  const memberIds = locked.flatMap(({ account, leadsTo }) => (leadsTo === null ? [account.memberId] : []));
  const ids = namedRows.map(({ account }) => account.memberId);
  const [found, counted, older] = await awaitAll([
    ids.length === 0 ? Promise.resolve([]) : db.query<HeldRow>(heldStatement, [environmentId, ids]),
    memberIds.length === 0
      ? Promise.resolve([])
      : db.query<CountRow>(countsStatement, [environmentId, memberIds]),
    findOlderProcess(db),
  ]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const held = namedRows.flatMap(({ memberKey, account, leadsTo }) => {
    const row = rows.get(account.memberId);
    return row === undefined ? [] : [[hexOf({ memberKey }), { ...row, account, leadsTo }] as const];
  });
  return {
    held: new Map(held),
    counts: new Map(counted.map(({ memberId, count }) => [memberId, count])),
    isTooEarly: older !== null,
  };
};

const hexOf = ({ memberKey }: Pick<LineReference, 'memberKey'>): string => memberKey.toString('hex');

/** What a line does with a reference. A state is null for ACTIVE. */
export interface ReferenceLink {
  /** `added`: a new row. `taken-over`: the row of somebody who never did anything. `changed`: the member had it. */
  readonly how: 'added' | 'taken-over' | 'changed';
  readonly id: MemberId;
  readonly memberKey: Buffer;
  readonly reference: string;
  readonly memberId: MemberId;
  readonly kind: string | null;
  readonly state: ReferenceState | null;
}

type JudgedReferences =
  | { readonly outcome: 'linked'; readonly links: readonly ReferenceLink[] }
  | { readonly outcome: 'refused'; readonly result: LineResult };

interface ReferencesInput {
  readonly line: MemberLine;
  readonly memberId: MemberId;
  readonly atMs: number;
  /** The keys that earlier lines of the call have given to their members, in hexadecimal digits. */
  readonly given: ReadonlySet<string>;
}

/** Judges the references of a line by the rules of `putReference` (D345). */
export const judgeReferences = (context: ReferenceContext, input: ReferencesInput): JudgedReferences => {
  const links: ReferenceLink[] = [];
  for (const [at, reference] of input.line.references.entries()) {
    const judged = judgeOne(context.held.get(hexOf(reference)), reference, input);
    if (typeof judged === 'string')
      return { outcome: 'refused', result: rejectedFor(judged, `/references/${at.toString()}/reference`) };
    if (judged !== null) links.push(judged);
  }
  const more = links.filter(isAdded).length;
  const count = 1 + (context.counts.get(input.memberId) ?? 0) + more;
  return more > 0 && count > referencesMax ? tooMany : { outcome: 'linked', links };
};

export const isAdded = ({ how }: ReferenceLink): boolean => how !== 'changed';

const tooMany: JudgedReferences = {
  outcome: 'refused',
  result: rejectedLine('LIMIT_EXCEEDED', [
    { pointer: '/references', message: 'must not give the member more than 20 references' },
  ]),
};

/** Returns null if the reference stays as it is. */
const judgeOne = (
  held: HeldReference | undefined,
  { reference, memberKey, kind, state }: LineReference,
  { memberId, atMs, given }: ReferencesInput,
): ReferenceLink | 'REFERENCE_TAKEN' | 'MEMBER_ERASED' | null => {
  const link = { memberKey, reference, memberId, kind, state: storedState(state) };
  if (given.has(hexOf({ memberKey }))) return 'REFERENCE_TAKEN';
  if (held === undefined) return { ...link, how: 'added', id: randomIdAt(atMs) as MemberId };
  const { memberId: id } = held.account;
  if (held.account.state === 'anonymized') return 'MEMBER_ERASED';
  if (held.leadsTo === memberId || id === memberId) return changedLink(held, { ...link, how: 'changed', id });
  return held.isBare ? { ...link, how: 'taken-over', id } : 'REFERENCE_TAKEN';
};

const strictness: readonly (ReferenceState | null)[] = [null, 'EARN_ONLY', 'BLOCKED'];

/** A lost card that was blocked here stays blocked, as nobody is reinstated by a line (D341). */
const changedLink = (held: HeldReference, link: ReferenceLink): ReferenceLink | null => {
  const before = storedState(held.state);
  const state = strictness.indexOf(link.state) > strictness.indexOf(before) ? link.state : before;
  const kind = held.kind ?? link.kind;
  return state === before && kind === held.kind ? null : { ...link, kind, state };
};
