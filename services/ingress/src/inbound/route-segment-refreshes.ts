import type { BodyOf, ParamsOf } from '@loyalty/contracts';
import { problem, type Handler, type HttpResponse, type Problem } from '@loyalty/http';
import type { EnvironmentId } from '@loyalty/kernel';
import type { PreviewSegment } from '../../usecases/segments/preview-segment.ts';
import type { DoneRefresh, RefreshSegment } from '../../usecases/segments/refresh-segment.ts';
import { invalid } from '../invalid.ts';
import type { Routes } from '../routes.ts';

export interface SegmentRefreshRoutesOptions {
  readonly previewSegment: PreviewSegment;
  readonly refreshSegment: RefreshSegment;
  /** Queues refreshes of all DYNAMIC segments. Returns how many. */
  readonly queueRefreshes: (environmentId: EnvironmentId) => Promise<number>;
}

/**
 * Creates the routes that preview the members of a DYNAMIC segment without storing anything, and refresh segments (interface
 * 4.6, D56).
 */
export const createSegmentRefreshRoutes = (
  options: SegmentRefreshRoutesOptions,
): Pick<Routes, 'previewSegment' | 'refreshSegments' | 'refreshSegment'> => ({
  previewSegment: preview(options),
  refreshSegments: refreshAll(options),
  refreshSegment: refresh(options),
});

const preview =
  ({ previewSegment }: SegmentRefreshRoutesOptions): Handler<unknown, unknown, BodyOf<'previewSegment'>> =>
  async ({ credential: { environmentId }, body: { rules, sampleSize = sampleSizeUsual } }) => {
    const previewed = await previewSegment({ environmentId, rules, sampleSize });
    switch (previewed.outcome) {
      case 'previewed':
        return { status: 200, body: previewed.preview };
      case 'invalid':
        return invalid(previewed.faults);
      case 'too-slow':
        return tooSlow;
      case 'busy':
        return previewsBusy;
    }
  };

/** The default of the contract. */
const sampleSizeUsual = 10;

const refreshAll =
  ({ queueRefreshes }: SegmentRefreshRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 202,
    body: { segmentsQueued: await queueRefreshes(environmentId) },
  });

const refresh =
  ({ refreshSegment }: SegmentRefreshRoutesOptions): Handler<ParamsOf<'refreshSegment'>> =>
  async ({ credential: { environmentId }, params: { segmentId } }) => {
    const result = await refreshSegment({ environmentId, segmentId });
    return result.outcome === 'refreshed' ? refreshed(segmentId, result.refresh) : refusals[result.outcome];
  };

const refreshed = (segmentId: string, { refreshedAt, ...counts }: DoneRefresh): HttpResponse => ({
  status: 200,
  body: { segmentId: segmentId.toLowerCase(), ...counts, refreshedAt: refreshedAt.toISOString() },
});

const late = (detail: string): Problem => problem('PROCESSING_TIMEOUT', { detail });

const tooSlow = late('Counting these members takes too long: create the segment and refresh it.');
const previewsBusy = late('Other previews are under way: try again, or create the segment and refresh it.');

const refusals: Readonly<Record<'not-found' | 'not-dynamic' | 'pending' | 'busy', Problem>> = {
  'not-found': problem('SEGMENT_NOT_FOUND'),
  'not-dynamic': problem('SEGMENT_NOT_DYNAMIC'),
  pending: late('The refresh goes on: send the call again to wait for it.'),
  busy: late('Too many calls wait for refreshes: send the call again.'),
};
