import type { MemberId } from '@loyalty/kernel';

/** The sources of openings that begin with this are merges. No import has such a name. */
export const mergeSource = 'merge:';

/** Returns the source of the two openings of a merge (D346). */
export const mergeSourceOf = (loserId: MemberId): string => `${mergeSource}${loserId}`;

/** SQL: this opening is one of a merge, and not of an import. */
export const isOfMerge = (opening: string): string => `starts_with(${opening}.source, '${mergeSource}')`;
