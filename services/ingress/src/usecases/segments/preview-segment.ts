import type { EnvironmentId } from '@loyalty/kernel';
import type { CountPreview, SegmentPreviewCall, SegmentPreviewOutcome } from '../ports.ts';

/** What a preview comes to; `busy`: others are counted already. */
export type PreviewSegment = (
  call: SegmentPreviewCall,
) => Promise<SegmentPreviewOutcome | { readonly outcome: 'busy' }>;

/** Each keeps one core of the database busy. The pool of previews has as many connections. */
export const previewsMax = 2;

/** Has previews counted: a few at a time, and one of an environment, so that none waits behind those of somebody else. */
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
