import type { FieldError } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import type { PreviewedSegment, SegmentRules } from '@loyalty/tables/segments';

/** Runs a preview; `busy`: other previews are running. */
export type PreviewSegment = (
  call: SegmentPreviewCall,
) => Promise<SegmentPreviewOutcome | { readonly outcome: 'busy' }>;

/** Each keeps one core of the database busy. The pool of previews has as many connections. */
export const previewsMax = 2;

/**
 * Creates the queue of previews: a few at a time, and one of an environment, so that none waits behind
 * another tenant's.
 */
export const createPreviewSegment = (countPreview: CountPreview): PreviewSegment => {
  const underWay = new Set<EnvironmentId>();
  return async (call) => {
    const { environmentId } = call;
    if (underWay.size >= previewsMax || underWay.has(environmentId)) return { outcome: 'busy' };
    underWay.add(environmentId);
    try {
      return await countPreview(call);
    } finally {
      underWay.delete(environmentId);
    }
  };
};

/** Rules to preview, with a checked shape. */
export interface SegmentPreviewCall {
  readonly environmentId: EnvironmentId;
  readonly rules: SegmentRules;
  /** The most members to name. */
  readonly sampleSize: number;
}

/** The outcome of a preview; `too-slow`: the count takes longer than allowed, and nothing is estimated. */
export type SegmentPreviewOutcome =
  | { readonly outcome: 'previewed'; readonly preview: PreviewedSegment }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] }
  | { readonly outcome: 'too-slow' };

/**
 * Counts the members that meet some rules, or reports that it takes too long. Throws a retriable Fault when
 * the database is unreachable.
 */
export type CountPreview = (call: SegmentPreviewCall) => Promise<SegmentPreviewOutcome>;
