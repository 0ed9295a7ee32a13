import type { FieldError } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { createShareSlots, noSlot } from '@loyalty/kernel/shares';
import type { PreviewedSegment, SegmentRules } from '@loyalty/tables/segments';

/** Previews a segment. `busy` means that other previews are running. */
export type PreviewSegment = (
  call: SegmentPreviewCall,
) => Promise<SegmentPreviewOutcome | { readonly outcome: 'busy' }>;

/**
 * The maximum number of simultaneous previews. Each keeps one core of the database busy, and the pool of
 * previews has as many connections.
 */
export const previewsMax = 2;

/** Creates a function that runs a few previews at a time, and one of an environment; none waits. */
export const createPreviewSegment = (countPreview: CountPreview): PreviewSegment => {
  const slots = createShareSlots({ share: 1, whole: previewsMax, waitingMax: 0, waitMs: 0 });
  return async (call) => {
    const counted = await slots.run(call.environmentId, () => countPreview(call));
    return counted === noSlot ? { outcome: 'busy' } : counted;
  };
};

export interface SegmentPreviewCall {
  readonly environmentId: EnvironmentId;
  readonly rules: SegmentRules;
  readonly sampleSize: number;
}

/**
 * The outcome of a preview. `too-slow` means that the count takes longer than allowed; nothing is estimated.
 */
export type SegmentPreviewOutcome =
  | { readonly outcome: 'previewed'; readonly preview: PreviewedSegment }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] }
  | { readonly outcome: 'too-slow' };

export type CountPreview = (call: SegmentPreviewCall) => Promise<SegmentPreviewOutcome>;
