import type { Schemas } from '@loyalty/client';
import { type Asked, useAsked } from './use-asked.ts';

/** How the count of some rules stands that somebody is still typing. */
export type PreviewState = Omit<Asked<Schemas['SegmentPreview']>, 'again'>;

/** This is longer than the time between two keys of a person who types. */
const waitMs = 500;

/** Counts the members who meet some rules now; null for none. What was wrong is not said while the next is counted. */
export const usePreview = (rules: Schemas['SegmentRules'] | null, sampleSize = 0): PreviewState => {
  const { result, error, isPending } = useAsked(
    'previewSegment',
    rules === null ? null : { body: { rules, sampleSize } },
    // A count that took too long would take as long again.
    { waitMs, attemptsMax: 2 },
  );
  return { result, error: isPending ? null : error, isPending };
};
