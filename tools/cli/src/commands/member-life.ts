import {
  listConsents,
  listRewards,
  readCurrentConsents,
  readLedgerPage,
  readLots,
  type ConsentRecord,
  type CurrentConsent,
  type LedgerEntryRecord,
  type MemberLot,
  type MemberRecord,
  type RewardRecord,
} from '@loyalty/accounts';
import { systemClock, type MemberId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { tableLines } from '../table.ts';
import type { FoundMember } from './find-member.ts';

/** The data of a member that support needs at once. */
export interface MemberLife {
  readonly member: MemberRecord;
  readonly entries: readonly LedgerEntryRecord[];
  readonly lots: readonly MemberLot[];
  readonly rewards: readonly RewardRecord[];
  readonly consents: readonly ConsentRecord[];
  readonly current: readonly CurrentConsent[];
}

/** The newest of each kind, as many as fit on a screen. */
const shownMax = 10;

export const readMemberLife = async (db: Database, { scope, member }: FoundMember): Promise<MemberLife> => {
  const { environmentId } = scope;
  const page = { memberId: member.id, limit: shownMax };
  return {
    member,
    entries: (await readLedgerPage(db, scope, { ...page, belowSeq: null })).entries,
    lots: await readLots(db, environmentId, [member.id as MemberId]),
    rewards: (await listRewards({ db, environmentId }, { ...page, atMs: systemClock.now() })).rewards,
    consents: await listConsents(db, environmentId, page),
    current: await readCurrentConsents(db, environmentId, member.id),
  };
};

/** Returns the data of a member as the lines of one screen. */
export const memberLifeLines = ({ member, entries, lots, rewards, current }: MemberLife): string[] => [
  ...recordLines(member),
  ...section('Ledger, newest first', ['at', 'type', 'points', 'balance', 'for'], entries.map(entryRow)),
  ...section('Points that expire', ['expires', 'points'], lots.map(lotRow)),
  ...section('Rewards', ['at', 'state', 'type', 'expires', 'id'], rewards.map(rewardRow)),
  ...section('Consents', ['purpose', 'channel', 'granted', 'since'], current.map(consentRow)),
];

const recordLines = (member: MemberRecord): string[] => {
  const { id, externalRef, name, email, phone, state, stateReason, stateChangedAt } = member;
  const changed = stateChangedAt === null ? '' : ` since ${stateChangedAt}`;
  const reason = stateReason === null ? '' : ` (${stateReason})`;
  const shown = [name, email, phone].filter((text) => text !== null).join(', ');
  return [
    `Member ${id} «${externalRef}» is ${state}${changed}${reason}`,
    ...(shown === '' ? [] : [shown]),
    `${member.pointsBalance.toString()} points, ${member.lifetimePoints.toString()} in all; enrolled ${member.enrolledAt}, last active ${member.lastActivityAt ?? 'never'}`,
  ];
};

const section = (title: string, header: readonly string[], rows: string[][]): string[] =>
  rows.length === 0 ? ['', `${title}: none.`] : ['', `${title}:`, ...tableLines([...header], rows)];

const entryRow = ({ createdAt, type, points, balanceAfter, description }: LedgerEntryRecord): string[] => [
  createdAt,
  type,
  points.toString(),
  balanceAfter.toString(),
  description,
];

const lotRow = ({ slidingDays, expiresAtMs, points }: MemberLot): string[] => [
  expiresAtMs === null ? `${slidingDays.toString()} days after the last activity` : dateOf(expiresAtMs),
  points.toString(),
];

const dateOf = (ms: number): string => new Date(ms).toISOString();

const rewardRow = ({ createdAt, state, rewardType, expiresAt, id }: RewardRecord): string[] => [
  createdAt,
  state,
  rewardType,
  expiresAt ?? '',
  id,
];

const consentRow = ({ purpose, channel, granted, since }: CurrentConsent): string[] => [
  purpose,
  channel,
  granted ? 'yes' : 'no',
  since,
];
