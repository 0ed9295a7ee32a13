import type { RetieringRequest } from './retierings.ts';

/** Names the job of tier passes: in `jobs` stands how far it has come. */
export const retierJobName = 'retier';

/** How far a pass over the members has come; the cursor of its job. */
export interface RetierCursor extends Pick<RetieringRequest, 'serves' | 'isSilent'> {
  /** The last member that it has looked at; null before the first. */
  readonly afterId: string | null;
  /** About: more than 100,000 are not counted when it begins. */
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly startedAtMs: number;
}
