import {
  type CampaignId,
  type EnvironmentId,
  type MemberId,
  randomId,
  randomIdAt,
  type SegmentId,
  type TierId,
} from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import { decideOpening, type DecidedOpening } from '@loyalty/rules/imports';
import { type MemberFigures, noFigures } from '@loyalty/rules/statistics';
import { tierOf, type TierThreshold } from '@loyalty/rules/tiers';
import type { KnownAccount } from '../accounts/accounts.ts';
import { lotsMax } from '../lots/lots.ts';
import type { Profile } from '../members/change-member.ts';
import type { SegmentType } from '../segments/segments.ts';
import { isAdded, judgeReferences, type ReferenceContext, type ReferenceLink } from './line-references.ts';
import { type LineResult, type MemberLine, rejectedFor, rejectedLine } from './member-lines.ts';

/** What a member who is here has, besides their account. */
export interface KnownMember {
  /** The tier that was announced last. */
  readonly tierId: TierId | null;
  readonly profile: Profile;
  readonly dayCount: number;
  readonly lotCount: number;
}

/** What is known under the locks of the members. */
export interface LineContext {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
  /** By the key in hexadecimal digits. */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  readonly members: ReadonlyMap<MemberId, KnownMember>;
  /** The fingerprints of openings from this source. */
  readonly openings: ReadonlyMap<MemberId, Buffer | null>;
  /** The ids that lines name and that members of this environment have. */
  readonly idsHere: ReadonlySet<string>;
  readonly tiers: readonly TierThreshold[];
  readonly segments: ReadonlyMap<SegmentId, SegmentType>;
  /** The stamps that complete a card, by campaign. */
  readonly stampCampaigns: ReadonlyMap<CampaignId, number>;
  /** The cards that have stamps, as `member/campaign`. */
  readonly begunCards: ReadonlySet<string>;
  readonly references: ReferenceContext;
}

/** A line that is to be written. */
export interface OpenedLine {
  readonly outcome: 'opened';
  readonly line: MemberLine;
  readonly isNew: boolean;
  readonly before: { readonly account: Account; readonly figures: MemberFigures };
  readonly after: DecidedOpening;
  readonly tierId: TierId | null;
  /** The profile after the line; null if it stays as it is. */
  readonly profile: Profile | null;
  /** True if the line suspends a member who is active; nobody is reinstated. */
  readonly suspends: boolean;
  readonly links: readonly ReferenceLink[];
}

export type JudgedLine = OpenedLine | LineResult;

export const isOpened = (judged: JudgedLine): judged is OpenedLine => judged.outcome === 'opened';

/**
 * Raising the days of a member is the dearest part of a line. So many take some 20 ms, for which tills wait
 * who want one of these members.
 */
const daysRaisedMax = 2_000;

/** Judges the lines of a call in their order. */
export const judgeLines = (context: LineContext, lines: readonly MemberLine[]): JudgedLine[] => {
  const seen = new Set<string>();
  const given = new Set<string>();
  let daysRaised = 0;
  return lines.map((line) => {
    const key = line.memberKey.toString('hex');
    if (seen.has(key) || given.has(key)) return rejectedFor('DUPLICATE_LINE', '/externalRef');
    seen.add(key);
    const known = context.accounts.get(key);
    const place = { ...context, given };
    const judged = known === undefined ? judgeNew(place, line) : judgeKnown(place, line, known);
    if (!isOpened(judged)) return judged;
    if (isTooEarly(context, judged)) return retried(known?.account.memberId ?? null);
    const days = countRaised(context, judged);
    if (days > 0 && daysRaised + days > daysRaisedMax) return retried(memberOf(judged));
    daysRaised += days;
    for (const { memberKey } of [line, ...judged.links]) given.add(memberKey.toString('hex'));
    return judged;
  });
};

const isTooEarly = ({ references }: LineContext, { links }: OpenedLine): boolean =>
  references.isTooEarly && links.length > 0;

/** What a line is judged by, with the keys that earlier lines of the call have given to their members. */
interface LinePlace extends LineContext {
  readonly given: ReadonlySet<string>;
}

/** The member's days of purchase, which the line raises if it brings purchases along. */
const countRaised = ({ members }: LineContext, opened: OpenedLine): number => {
  const { spendCents, txnCount } = opened.line.opening;
  return spendCents > 0 || txnCount > 0 ? (members.get(memberOf(opened))?.dayCount ?? 0) : 0;
};

export const memberOf = ({ after }: OpenedLine): MemberId => after.account.memberId;

const retried = (memberId: MemberId | null): LineResult => ({
  outcome: 'RETRY',
  memberId,
  tierId: null,
  referencesAdded: 0,
  code: null,
  errors: [],
});

const judgeKnown = (context: LinePlace, line: MemberLine, { account, figures }: KnownAccount): JudgedLine => {
  const { memberId } = account;
  if (account.state === 'anonymized') return rejectedFor('MEMBER_ERASED', '/externalRef');
  const fingerprint = context.openings.get(memberId);
  if (fingerprint !== undefined) {
    const outcome = fingerprint?.equals(line.fingerprint) === true ? 'UNCHANGED' : 'DIFFERENT';
    return { outcome, memberId, tierId: null, referencesAdded: 0, code: null, errors: [] };
  }
  const known = context.members.get(memberId) ?? unknownMember;
  // A recheck is due, which must not take this opening for the reason of the change (D341).
  if (known.tierId !== tierOf(context.tiers, account.lifetimePoints)) return retried(memberId);
  return judgeOpening(context, { line, account, figures, isNew: false, known });
};

const judgeNew = (context: LinePlace, line: MemberLine): JudgedLine => {
  const account: Account = {
    memberId: randomIdAt(context.atMs) as MemberId,
    state: 'active',
    pointsBalance: 0,
    lifetimePoints: 0,
    ledgerSeq: 0,
    lastActivityAtMs: null,
  };
  return judgeOpening(context, { line, account, figures: noFigures, isNew: true, known: unknownMember });
};

const noProfile: Profile = { name: null, email: null, phone: null };

const unknownMember: KnownMember = { tierId: null, profile: noProfile, dayCount: 0, lotCount: 0 };

interface OpeningInput {
  readonly line: MemberLine;
  readonly account: Account;
  readonly figures: MemberFigures;
  readonly isNew: boolean;
  readonly known: KnownMember;
}

const judgeOpening = (
  context: LinePlace,
  { line, account, figures, isNew, known }: OpeningInput,
): JudgedLine => {
  if (line.id !== null && context.idsHere.has(line.id)) return rejectedFor('SAME_ENVIRONMENT', '/id');
  const refused = refusalOfNames(context, line, account.memberId);
  if (refused !== null) return refused;
  if (line.opening.lots.length > 0 && known.lotCount + line.opening.lots.length > lotsMax)
    return rejectedFor('LIMIT_EXCEEDED', '/lots');
  const { atMs: nowMs, tiers, given } = context;
  const { memberId } = account;
  const judged = judgeReferences(context.references, { line, memberId, atMs: nowMs, given });
  if (judged.outcome === 'refused') return judged.result;
  const after = decideOpening({ account, figures, entryId: randomId(), nowMs }, line.opening);
  if (after.outcome === 'refused') return rejectedFor(after.code, after.pointer);
  const tierId = tierOf(tiers, after.account.lifetimePoints);
  return {
    outcome: 'opened',
    line,
    isNew,
    before: { account, figures },
    after,
    tierId,
    profile: completedProfile(known.profile, line.profile),
    suspends: line.isSuspended && account.state === 'active',
    links: judged.links,
  };
};

export const countAdded = ({ links }: Pick<OpenedLine, 'links'>): number => links.filter(isAdded).length;

/** Fills only what is empty (D341). Returns null if nothing of it is. */
const completedProfile = (known: Profile, brought: Profile): Profile | null => {
  const name = known.name ?? brought.name;
  const email = known.email ?? brought.email;
  const phone = known.phone ?? brought.phone;
  const isSame = name === known.name && email === known.email && phone === known.phone;
  return isSame ? null : { name, email, phone };
};

/** Returns why the line names a segment or a stamp card that cannot be filled; null if it does not. */
const refusalOfNames = (
  { segments, stampCampaigns, begunCards }: LineContext,
  { segmentIds, stampCards }: MemberLine,
  memberId: MemberId,
): LineResult | null => {
  for (const [at, id] of segmentIds.entries()) {
    const type = segments.get(id as SegmentId);
    const pointer = `/segmentIds/${at.toString()}`;
    if (type === undefined) return rejectedFor('SEGMENT_NOT_FOUND', pointer);
    if (type !== 'STATIC') return rejectedFor('SEGMENT_NOT_STATIC', pointer);
  }
  for (const [at, { campaignId, stamps }] of stampCards.entries()) {
    const required = stampCampaigns.get(campaignId);
    const pointer = `/stampCards/${at.toString()}`;
    if (required === undefined) return rejectedFor('CAMPAIGN_NOT_FOUND', `${pointer}/campaignId`);
    if (stamps >= required) return refusedStamps(pointer, 'must be fewer stamps than complete the card');
    if (begunCards.has(`${memberId}/${campaignId}`))
      return refusedStamps(pointer, 'must not be given, because the member has used this card');
  }
  return null;
};

const refusedStamps = (pointer: string, message: string): LineResult =>
  rejectedLine('VALIDATION_ERROR', [{ pointer: `${pointer}/stamps`, message }]);
