import type { MemberState } from '../model/member.ts';
import type { MemberFigures } from '../statistics/figure-book.ts';
import type { WindowOpenings } from '../statistics/purchase-statistics.ts';

/** The state of one member that rules compare, read at one point in time. */
export interface SegmentInputs {
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly figures: MemberFigures;
  /** The day of enrolment, as `utcDayOf` counts. */
  readonly enrolledOn: number;
  readonly openings: WindowOpenings;
}
