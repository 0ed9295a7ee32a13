import type { ShownCap, ShownLimit } from '@loyalty/rules/campaigns';
import type { LedgerEntryRecord } from '@loyalty/tables/ledger';
import type { ListedPending, MemberLot } from '@loyalty/tables/lots';
import type { MemberRecord } from '@loyalty/tables/members';
import type { ConsentRecord, CurrentConsent } from '@loyalty/tables/members/management';
import type { ListedRedemption } from '@loyalty/tables/redemptions';
import type { RewardRecord } from '@loyalty/tables/rewards/management';
import { tableLines } from '../terminal.ts';

/** A member as `members show` prints them. Texts may be new ones, because the API's lists of values may grow. */
export interface MemberReport {
  readonly member: Shown<MemberRecord, 'state', keyof MemberRecord>;
  /** The name of the tier that the member has reached; null for none. */
  readonly tier: string | null;
  readonly entries: readonly Shown<
    LedgerEntryRecord,
    'type',
    'createdAt' | 'type' | 'points' | 'balanceAfter' | 'description'
  >[];
  readonly lots: readonly Pick<MemberLot, 'slidingDays' | 'expiresAtMs' | 'points'>[];
  readonly pending: readonly Pick<ListedPending, 'maturesAt' | 'points' | 'transactionRef'>[];
  readonly authorizations: readonly Pick<ListedRedemption, 'ref' | 'points' | 'expiresAt'>[];
  readonly limits: readonly Shown<ShownLimit, 'of', LimitFields | 'campaignName' | 'of'>[];
  readonly caps: readonly Pick<ShownCap, LimitFields>[];
  readonly rewards: readonly Shown<
    RewardRecord,
    'state' | 'rewardType',
    'createdAt' | 'state' | 'rewardType' | 'expiresAt' | 'id'
  >[];
  readonly consents: readonly Pick<ConsentRecord, 'id'>[];
  readonly current: readonly Shown<CurrentConsent, 'purpose' | 'channel', keyof CurrentConsent>[];
}

type LimitFields = 'from' | 'to' | 'used' | 'left';

/** Some members of a record; `Texts` may have any text. */
type Shown<Whole, Texts extends keyof Whole, Members extends keyof Whole> = Omit<
  Pick<Whole, Members>,
  Texts
> &
  Readonly<Record<Texts, string>>;

/** The report as the lines of one screen. */
export const memberReportLines = ({
  member,
  tier,
  entries,
  lots,
  pending,
  authorizations,
  limits,
  caps,
  rewards,
  current,
}: MemberReport): string[] => [
  ...recordLines(member, tier),
  ...section('Ledger, newest first', ['at', 'type', 'points', 'balance', 'for'], entries.map(entryRow)),
  ...section('Points that expire', ['expires', 'points'], lots.map(lotRow)),
  ...section('Pending points', ['mature', 'points', 'receipt'], pending.map(pendingRow)),
  ...section('Open authorizations', ['until', 'points', 'reference'], authorizations.map(authorizationRow)),
  ...section('Limits', ['campaign', 'from', 'to', 'of', 'used', 'left'], [...limits, ...caps].map(limitRow)),
  ...section('Rewards', ['at', 'state', 'type', 'expires', 'id'], rewards.map(rewardRow)),
  ...section('Consents', ['purpose', 'channel', 'granted', 'since'], current.map(consentRow)),
];

const recordLines = (member: MemberReport['member'], tier: string | null): string[] => {
  const { id, externalRef, name, email, phone, state, stateReason, stateChangedAt } = member;
  const changed = stateChangedAt === null ? '' : ` since ${stateChangedAt}`;
  const reason = stateReason === null ? '' : ` (${stateReason})`;
  const shown = [name, email, phone].filter((text) => text !== null).join(', ');
  return [
    `Member ${id} «${externalRef}» is ${state}${changed}${reason}`,
    ...(member.mergedInto === null ? [] : [`What they had belongs to member ${member.mergedInto} now.`]),
    ...(shown === '' ? [] : [shown]),
    `${member.pointsBalance.toString()} points, ${member.lifetimePoints.toString()} in their lifetime${toDeductText(member)}; ${tierText(tier)}; enrolled ${member.enrolledAt}, last active ${member.lastActivityAt ?? 'never'}`,
  ];
};

const toDeductText = ({ pointsToDeduct }: MemberReport['member']): string =>
  pointsToDeduct === 0 ? '' : `, ${pointsToDeduct.toString()} to be deducted from the next points they earn`;

const tierText = (tier: string | null): string => (tier === null ? 'no tier' : `tier «${tier}»`);

const section = (title: string, header: readonly string[], rows: string[][]): string[] =>
  rows.length === 0 ? ['', `${title}: none.`] : ['', `${title}:`, ...tableLines([...header], rows)];

const entryRow = ({
  createdAt,
  type,
  points,
  balanceAfter,
  description,
}: MemberReport['entries'][number]): string[] => [
  createdAt,
  type,
  points.toString(),
  balanceAfter.toString(),
  description,
];

const lotRow = ({ slidingDays, expiresAtMs, points }: MemberReport['lots'][number]): string[] => [
  expiresAtMs === null ? `${slidingDays.toString()} days after the last activity` : dateOf(expiresAtMs),
  points.toString(),
];

const pendingRow = ({ maturesAt, points, transactionRef }: MemberReport['pending'][number]): string[] => [
  maturesAt,
  points.toString(),
  transactionRef ?? '',
];

const authorizationRow = ({ expiresAt, points, ref }: MemberReport['authorizations'][number]): string[] => [
  expiresAt.toISOString(),
  points.toString(),
  ref,
];

const limitRow = (limit: MemberReport['limits'][number] | MemberReport['caps'][number]): string[] => [
  'campaignName' in limit ? limit.campaignName : 'all campaigns',
  limit.from ?? 'all time',
  limit.to ?? '',
  'of' in limit && limit.of === 'TIMES' ? 'times' : 'points',
  limit.used.toString(),
  limit.left.toString(),
];

const dateOf = (ms: number): string => new Date(ms).toISOString();

const rewardRow = ({
  createdAt,
  state,
  rewardType,
  expiresAt,
  id,
}: MemberReport['rewards'][number]): string[] => [createdAt, state, rewardType, expiresAt ?? '', id];

const consentRow = ({ purpose, channel, granted, since }: MemberReport['current'][number]): string[] => [
  purpose,
  channel,
  granted ? 'yes' : 'no',
  since,
];
