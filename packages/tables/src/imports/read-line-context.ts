import { awaitAll, type CampaignId, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { lockEnvironmentsShared, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { lockReferences, ReferenceMoved } from '../accounts/accounts.ts';
import { readStamps, type StampsKey } from '../accounts/counters.ts';
import { readReferences } from '../accounts/references.ts';
import { lotsMax } from '../lots/lots.ts';
import type { Profile } from '../members/change-member.ts';
import { lockSegments } from '../segments/segments.ts';
import { listTiers } from '../tiers/tiers.ts';
import type { KnownMember, LineContext } from './judge-line.ts';
import { readReferenceContext } from './line-references.ts';
import type { MemberLine } from './member-lines.ts';
import { findOpenings } from './openings.ts';

interface LinesToRead {
  readonly environmentId: EnvironmentId;
  readonly source: string;
  readonly atMs: number;
  readonly lines: readonly MemberLine[];
}

/**
 * Gives each line the key and the first reference of the member to whom the line's reference belongs (D345). It
 * takes no lock, so it comes before {@link lockLineContext}, which throws ReferenceMoved if it was too early.
 */
export const leadLines = async (
  tx: Transaction,
  { environmentId, lines }: Pick<LinesToRead, 'environmentId' | 'lines'>,
): Promise<readonly MemberLine[]> => {
  const identities = lines.map(({ memberKey }) => ({ environmentId, memberKey }));
  const found = await readReferences(tx, identities);
  const members = new Map(found.map(({ memberKey, member }) => [memberKey.toString('hex'), member]));
  return lines.map((line) => {
    const member = members.get(line.memberKey.toString('hex')) ?? null;
    if (member === null) return line;
    return { ...line, memberKey: member.memberKey, externalRef: member.externalRef };
  });
};

/**
 * Locks what the lines name, in the order of locks, and reads what they are judged by. Throws ReferenceMoved if a
 * line's own reference was given to another member meanwhile.
 */
export const lockLineContext = async (
  tx: Transaction,
  { environmentId, source, atMs, lines }: LinesToRead,
): Promise<LineContext> => {
  // As a recheck of a tier takes it: no run over all members decides by other tiers meanwhile.
  await lockEnvironmentsShared(tx, 'tiers', [environmentId]);
  const locked = await lockReferences(
    tx,
    lines.flatMap((line) =>
      [line, ...line.references].map(({ memberKey }) => ({ environmentId, memberKey })),
    ),
  );
  const own = new Set(lines.map(({ memberKey }) => memberKey.toString('hex')));
  const known = locked.filter(({ memberKey }) => own.has(memberKey.toString('hex')));
  if (known.some(({ leadsTo }) => leadsTo !== null))
    throw new ReferenceMoved('a reference of a line leads to a member');
  const memberIds = known.map(({ account }) => account.memberId);
  const segments = await lockSegments(tx, environmentId, namedOnce(lines.flatMap((line) => line.segmentIds)));
  const accounts = new Map(known.map((account) => [account.memberKey.toString('hex'), account]));
  const [members, openings, idsHere, tiers, stampCampaigns, begun, references] = await awaitAll([
    readKnownMembers(tx, environmentId, memberIds),
    findOpenings(tx, { environmentId, source }, memberIds),
    readIdsHere(tx, environmentId, lines),
    listTiers(tx, environmentId),
    readStampCampaigns(tx, environmentId, lines),
    readStamps(tx, cardsOf(environmentId, lines, accounts)),
    readReferenceContext(tx, { environmentId, lines }, locked),
  ]);
  return {
    environmentId,
    atMs,
    accounts,
    members,
    openings,
    idsHere,
    tiers,
    segments,
    stampCampaigns,
    references,
    begunCards: new Set(begun.map(({ memberId, campaignId }) => `${memberId}/${campaignId}`)),
  };
};

const namedOnce = (ids: readonly string[]): string[] => [...new Set(ids)];

const cardsOf = (
  environmentId: EnvironmentId,
  lines: readonly MemberLine[],
  accounts: LineContext['accounts'],
): StampsKey[] =>
  lines.flatMap(({ memberKey, stampCards }) => {
    const memberId = accounts.get(memberKey.toString('hex'))?.account.memberId;
    if (memberId === undefined) return [];
    return stampCards.map(({ campaignId }) => ({ environmentId, memberId, campaignId }));
  });

const knownStatement: Statement = {
  name: 'import-known-members',
  text: `SELECT m.id AS "memberId", m.tier_id AS "tierId", p.name, p.email, p.phone,
                (SELECT count(*) FROM member_days d WHERE d.environment_id = $1 AND d.member_id = m.id) AS "dayCount",
                (SELECT count(*) FROM (SELECT FROM point_lots l WHERE l.environment_id = $1 AND l.member_id = m.id
                                        LIMIT ${lotsMax.toString()}) kept) AS "lotCount"
           FROM members m
           LEFT JOIN member_profiles p ON p.environment_id = m.environment_id AND p.member_id = m.id
          WHERE m.environment_id = $1 AND m.id = ANY ($2::uuid[])`,
};

interface KnownRow extends Omit<KnownMember, 'profile'>, Profile {
  readonly memberId: MemberId;
}

const readKnownMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, KnownMember>> => {
  if (memberIds.length === 0) return new Map();
  const rows = await db.query<KnownRow>(knownStatement, [environmentId, memberIds]);
  return new Map(
    rows.map(({ memberId, name, email, phone, ...known }) => [
      memberId,
      { ...known, profile: { name, email, phone } },
    ]),
  );
};

const idsStatement: Statement = {
  name: 'import-ids-here',
  text: 'SELECT id FROM members WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

const readIdsHere = async (
  db: Queryable,
  environmentId: EnvironmentId,
  lines: readonly MemberLine[],
): Promise<ReadonlySet<string>> => {
  const ids = lines.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(idsStatement, [environmentId, ids]);
  return new Set(rows.map(({ id }) => id));
};

const campaignsStatement: Statement = {
  name: 'import-stamp-campaigns',
  text: `SELECT id, (earning_rule ->> 'stampsRequired')::int AS required FROM campaigns
          WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND state <> 'ARCHIVED'
            AND earning_rule ->> 'type' = 'STAMP_CARD'`,
};

const readStampCampaigns = async (
  db: Queryable,
  environmentId: EnvironmentId,
  lines: readonly MemberLine[],
): Promise<ReadonlyMap<CampaignId, number>> => {
  const ids = namedOnce(lines.flatMap(({ stampCards }) => stampCards.map(({ campaignId }) => campaignId)));
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: CampaignId; required: number }>(campaignsStatement, [environmentId, ids]);
  return new Map(rows.map(({ id, required }) => [id, required]));
};
