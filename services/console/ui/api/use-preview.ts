import type { Schemas } from '@loyalty/client';
import { type Asked, useAsked } from './use-asked.ts';

/** The state of the count for rules that somebody is still typing. */
export type PreviewState = Omit<Asked<Schemas['SegmentPreview']>, 'again'>;

/** This is longer than the time between two keys of a person who types. */
const waitMs = 500;

/**
 * Counts the members who meet some rules now; null for no rules. An earlier error is not shown while the next
 * count runs.
 */
export const usePreview = (rules: Schemas['SegmentRules'] | null, sampleSize = 0): PreviewState => {
  const { result, error, isPending } = useAsked(
    'previewSegment',
    rules === null ? null : { body: { rules, sampleSize } },
    // A count that took too long would take as long again.
    { waitMs, attemptsMax: 2 },
  );
  return { result, error: isPending ? null : error, isPending };
};
