import type { EnvironmentId } from '@loyalty/kernel';
import type { CountPreview, SegmentPreviewCall, SegmentPreviewOutcome } from '../ports.ts';

/** Runs a preview; `busy`: other previews are running. */
export type PreviewSegment = (
  call: SegmentPreviewCall,
) => Promise<SegmentPreviewOutcome | { readonly outcome: 'busy' }>;

/** Each keeps one core of the database busy. The pool of previews has as many connections. */
export const previewsMax = 2;

/** Creates the queue of previews: a few at a time, and one of an environment, so that none waits behind another tenant's. */
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
