import type { FieldError } from '@loyalty/contracts/http';
import type { CampaignId, MemberId, TierId } from '@loyalty/kernel';
import type { ReferenceState } from '@loyalty/rules';
import type { MemberOpening } from '@loyalty/rules/imports';
import type { Profile } from '../members/change-member.ts';

/** A member of another programme, as a call imports them. */
export interface MemberLine {
  /** The key of 16 bytes; see `memberKeyOf` in the kernel. */
  readonly memberKey: Buffer;
  readonly externalRef: string;
  /** The member's further references, such as cards; none is there twice. */
  readonly references: readonly LineReference[];
  /** The id that the member had in the environment from which the line was exported; null in any other line. */
  readonly id: string | null;
  /** The same content has the same 16 bytes. */
  readonly fingerprint: Buffer;
  readonly profile: Profile;
  readonly enrolledAtMs: number | null;
  readonly isSuspended: boolean;
  readonly opening: MemberOpening;
  /** The ids of STATIC segments, in lower case. */
  readonly segmentIds: readonly string[];
  readonly consents: readonly LineConsent[];
  readonly stampCards: readonly LineStamps[];
}

/** A further reference that the member had at the other programme. */
export interface LineReference {
  readonly reference: string;
  /** The reference's key of 16 bytes. */
  readonly memberKey: Buffer;
  /** Null if nobody said so. */
  readonly kind: string | null;
  readonly state: ReferenceState;
}

/** A consent or a withdrawal that the other programme recorded. */
export interface LineConsent {
  readonly purpose: string;
  readonly channels: readonly string[];
  readonly granted: boolean;
  readonly source: string;
  readonly grantedAtMs: number;
  readonly policyVersion: string | null;
}

export interface LineStamps {
  readonly campaignId: CampaignId;
  /** The number of stamps; always above 0. */
  readonly stamps: number;
}

export type LineCode =
  | 'VALIDATION_ERROR'
  | 'DUPLICATE_LINE'
  | 'SAME_ENVIRONMENT'
  | 'MEMBER_ERASED'
  | 'REFERENCE_TAKEN'
  | 'LOTS_EXCEED_BALANCE'
  | 'LOT_EXPIRED'
  | 'SEGMENT_NOT_FOUND'
  | 'SEGMENT_NOT_STATIC'
  | 'CAMPAIGN_NOT_FOUND'
  | 'POINTS_OVERFLOW'
  | 'LIMIT_EXCEEDED';

/** What became of a line. No value of the line is in it. */
export interface LineResult {
  /**
   * CREATED and ADDED: the member got an opening, and was new or here already. UNCHANGED and DIFFERENT: the
   * member has an opening from this source, by the same line or by another one. RETRY: nothing was written;
   * the same line may be sent again in a second. REJECTED: nothing was written, for the reasons in `errors`.
   */
  readonly outcome: 'CREATED' | 'ADDED' | 'UNCHANGED' | 'DIFFERENT' | 'REJECTED' | 'RETRY';
  /** The member; null if none was created. */
  readonly memberId: MemberId | null;
  /** The tier after the line; null if the member has none, and where nothing was written. */
  readonly tierId: TierId | null;
  /** How many further references the line gave to the member; those that they had already do not count. */
  readonly referencesAdded: number;
  /** The reason of REJECTED. */
  readonly code: LineCode | null;
  /** The pointers begin at the line. */
  readonly errors: readonly FieldError[];
}

export const rejectedLine = (code: LineCode, errors: readonly FieldError[]): LineResult => ({
  outcome: 'REJECTED',
  memberId: null,
  tierId: null,
  referencesAdded: 0,
  code,
  errors,
});

const messages: Readonly<Record<Exclude<LineCode, 'VALIDATION_ERROR'>, string>> = {
  DUPLICATE_LINE: 'must not be a reference of the member of an earlier line of this call',
  SAME_ENVIRONMENT:
    'must not be the id of a member of this environment, whom this line would give the same points again',
  MEMBER_ERASED: 'must not be the reference of a member who was erased',
  REFERENCE_TAKEN: 'must not be a reference that another member uses',
  LOTS_EXCEED_BALANCE: 'must not come to more points than the balance',
  LOT_EXPIRED: 'must expire in the future',
  SEGMENT_NOT_FOUND: 'must be the id of a segment',
  SEGMENT_NOT_STATIC:
    'must be the id of a STATIC segment; the members of a DYNAMIC one follow from its rules',
  CAMPAIGN_NOT_FOUND: 'must be the id of a campaign with a stamp card that is not archived',
  POINTS_OVERFLOW: 'must not make the sum of the member greater than 9007199254740991',
  LIMIT_EXCEEDED: 'must not give the member more than 5,000 dates on which points expire',
};

/** Rejects a line for something at this pointer. */
export const rejectedFor = (code: keyof typeof messages, pointer: string): LineResult =>
  rejectedLine(code, [{ pointer, message: messages[code] }]);
