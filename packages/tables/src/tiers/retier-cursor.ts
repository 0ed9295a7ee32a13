import type { RetieringRequest } from './retierings.ts';

/** The name of the re-tiering job, whose progress is in `jobs`. */
export const retierJobName = 'retier';

/** The progress of a re-tiering run: the cursor of its job. */
export interface RetierCursor extends Pick<RetieringRequest, 'serves' | 'isSilent'> {
  /** The last member that was checked; null before the first. */
  readonly afterId: string | null;
  /** Approximate: at the start at most 100,000 are counted. */
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly startedAtMs: number;
}
