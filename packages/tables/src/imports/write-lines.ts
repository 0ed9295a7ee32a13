import { awaitAll, type EnvironmentId, type MemberId, randomId, type TierId } from '@loyalty/kernel';
import { instantSql, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { noteSignUp, writeMemberCounters } from '../accounts/counters.ts';
import { addOpeningPurchases } from '../accounts/opening-days.ts';
import { enrolWithReferences } from '../accounts/references.ts';
import { enrolMembers, insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { addLots } from '../lots/lots.ts';
import { writeProfiles } from '../members/change-member.ts';
import { insertConsents } from '../members/consents.ts';
import { changeMemberships } from '../memberships.ts';
import { memberOf, type OpenedLine } from './judge-line.ts';
import type { ReferenceLink } from './line-references.ts';
import { insertOpenings } from './openings.ts';
import { writeLinks } from './write-references.ts';

export interface LinesToWrite {
  readonly environmentId: EnvironmentId;
  readonly source: string;
  readonly atMs: number;
  /** Who imports, in the form of `authorBytesOf`. */
  readonly author: Buffer;
  /** Whether the members count as having signed up. */
  readonly signedUp: boolean;
  readonly opened: readonly OpenedLine[];
}

/**
 * Writes openings in the order of locks. The members who are here must be locked. Returns false if a new
 * member was enrolled meanwhile: no other statement of the transaction can then succeed.
 */
export const writeLines = async (tx: Transaction, lines: LinesToWrite): Promise<boolean> => {
  const { environmentId, signedUp, opened } = lines;
  const links = opened.flatMap((one) => one.links);
  const added = links.filter(({ how }) => how === 'added');
  if (!(await (added.length > 0 ? enrolLinked(tx, lines, added) : enrolNew(tx, lines)))) return false;
  const each = <Row>(rowsOf: (one: OpenedLine, written: LinesToWrite) => readonly Row[]): Row[] =>
    opened.flatMap((one) => rowsOf(one, lines));
  await awaitAll([
    // Members who were enrolled together with references have nothing yet.
    updateAccounts(tx, each(added.length > 0 ? accounts : knownAccounts)),
    writeLinks(tx, lines, links),
    writeProfiles(tx, environmentId, each(changedProfiles)),
    changeMembers(tx, each(memberChanges)),
    noteSuspended(tx, lines),
    insertPostings(tx, each(postings)),
    addLots(tx, each(lotGains)),
    addOpeningPurchases(tx, lines, each(openingPurchases)),
    writeMemberCounters(tx, each(stampCounters)),
    signedUp ? noteSignUp(tx, lines, opened.map(memberOf)) : Promise.resolve(),
    insertConsents(tx, lines, each(consents)),
    insertOpenings(tx, each(openings)),
    changeMemberships(tx, { added: each(memberships), removed: [] }),
  ]);
  return true;
};

const enrolNew = (tx: Transaction, { environmentId, atMs, author, opened }: LinesToWrite): Promise<boolean> =>
  enrolMembers(
    tx,
    opened
      .filter(({ isNew }) => isNew)
      .map(({ line: { memberKey, externalRef }, after: { account, figures } }) => ({
        environmentId,
        memberKey,
        externalRef,
        account,
        figures,
        enrolledBy: author,
        atMs,
      })),
  );

const enrolLinked = (
  tx: Transaction,
  { environmentId, atMs, author, opened }: LinesToWrite,
  added: readonly ReferenceLink[],
): Promise<boolean> =>
  enrolWithReferences(tx, author, [
    ...opened
      .filter(({ isNew }) => isNew)
      .map(({ line: { memberKey, externalRef: reference }, after: { account } }) => ({
        environmentId,
        id: account.memberId,
        memberKey,
        reference,
        leadsTo: null,
        kind: null,
        state: null,
        atMs,
      })),
    ...added.map((link) => ({ ...link, environmentId, leadsTo: link.memberId, atMs })),
  ]);

const accounts = ({ after: { account, figures } }: OpenedLine, { environmentId, atMs }: LinesToWrite) => [
  { environmentId, account, figures, atMs },
];

const knownAccounts = (one: OpenedLine, lines: LinesToWrite) => (one.isNew ? [] : accounts(one, lines));

/** Enrolment writes the profile of a new member of whom nothing but the reference is known. */
const changedProfiles = (one: OpenedLine) =>
  one.profile === null
    ? []
    : [{ memberId: memberOf(one), externalRef: one.line.externalRef, ...one.profile }];

interface MemberChange {
  readonly environmentId: EnvironmentId;
  readonly id: MemberId;
  readonly enrolled: number | null;
  readonly tierId: TierId | null;
  readonly suspends: boolean;
}

const memberChanges = (one: OpenedLine, { environmentId }: LinesToWrite): MemberChange[] => {
  const { tierId, isNew, suspends, line } = one;
  if (isNew && tierId === null && !suspends && line.enrolledAtMs === null) return [];
  return [{ environmentId, id: memberOf(one), enrolled: line.enrolledAtMs, tierId, suspends }];
};

const changeRows = rowArrays<MemberChange>((fields) =>
  fields('environment_id int', 'id uuid', 'enrolled bigint', 'tier_id uuid', 'suspends boolean'),
);
const changeStatement: Statement = {
  name: 'import-members-change',
  text: `UPDATE members m
            SET enrolled_at = least(m.enrolled_at, ${instantSql('w.enrolled')}), tier_id = w.tier_id,
                state = CASE WHEN w.suspends THEN 'suspended' ELSE m.state END
           FROM ${changeRows.as('w')}
          WHERE m.environment_id = w.environment_id AND m.id = w.id`,
};

const changeMembers = async (tx: Transaction, changes: readonly MemberChange[]): Promise<void> => {
  if (changes.length > 0) await tx.query(changeStatement, changeRows.valuesOf(changes));
};

const suspendedStatement: Statement = {
  name: 'import-members-suspended',
  text: `UPDATE member_profiles SET state_changed_at = now(), updated_at = now()
          WHERE environment_id = $1 AND member_id = ANY ($2::uuid[])`,
};

const noteSuspended = async (tx: Transaction, { environmentId, opened }: LinesToWrite): Promise<void> => {
  const suspended = opened.filter(({ suspends }) => suspends).map(memberOf);
  if (suspended.length > 0) await tx.query(suspendedStatement, [environmentId, suspended]);
};

const postings = (one: OpenedLine, { environmentId, atMs }: LinesToWrite) =>
  one.after.posting === null
    ? []
    : [{ environmentId, memberId: memberOf(one), transactionId: null, posting: one.after.posting, atMs }];

const lotGains = (one: OpenedLine, { environmentId }: LinesToWrite) =>
  one.after.gains.map((gain) => ({ ...gain, environmentId, memberId: memberOf(one) }));

const openingPurchases = (one: OpenedLine) => {
  const { spendCents, txnCount, lastTxnDay } = one.line.opening;
  return [{ memberId: memberOf(one), before: one.before.figures, spendCents, txnCount, lastTxnDay }];
};

const stampCounters = (one: OpenedLine, { environmentId, atMs }: LinesToWrite) =>
  one.line.stampCards.map(({ campaignId, stamps }) => ({
    environmentId,
    memberId: memberOf(one),
    campaignId,
    kind: 'STAMPS' as const,
    count: stamps,
    completed: 0,
    atMs,
  }));

const consents = (one: OpenedLine, { atMs }: LinesToWrite) =>
  one.line.consents.map((consent) => ({ ...consent, id: randomId(), memberId: memberOf(one), atMs }));

const openings = (one: OpenedLine, { environmentId, source, atMs }: LinesToWrite) => {
  const { opening, fingerprint } = one.line;
  const { balance: points, lifetimePoints, spendCents, txnCount, lastTxnDay: lastOn } = opening;
  const { memberId, ledgerSeq } = one.after.account;
  return [
    {
      environmentId,
      memberId,
      source,
      ledgerSeq,
      points,
      lifetimePoints,
      spendCents,
      txnCount,
      lastOn,
      fingerprint,
      atMs,
    },
  ];
};

const memberships = (one: OpenedLine, { environmentId }: LinesToWrite) =>
  one.line.segmentIds.map((segmentId) => ({ environmentId, memberId: memberOf(one), segmentId }));
