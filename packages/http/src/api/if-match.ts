import type { FieldError } from '@loyalty/contracts/http';

/** Returns true for a version that the header names. */
export type IfMatch = (version: string) => boolean;

/** The result of reading `If-Match`. The value `null` means that there is no header. */
export type ReadIfMatch =
  | { readonly ok: true; readonly ifMatch: IfMatch | null }
  | { readonly ok: false; readonly error: FieldError };

/**
 * Reads `If-Match` (RFC 9110, 13.1.1). `*` matches anything that exists; a list matches a version that one of
 * its tags names. Tags are compared strongly, so a weak tag never matches, and neither does an empty list.
 */
export const readIfMatch = (header: string | undefined): ReadIfMatch => {
  if (header === undefined) return { ok: true, ifMatch: null };
  if (header.trim() === '*') return { ok: true, ifMatch: () => true };
  const strong = strongTagsIn(header.trim());
  return strong === null ? malformed : { ok: true, ifMatch: (version) => strong.has(version) };
};

const malformed: ReadIfMatch = {
  ok: false,
  error: {
    pointer: '/If-Match',
    message: 'must be * or entity tags as in the header ETag, in double quotes and separated by commas',
  },
};

/** A tag, weak or strong, or nothing, up to the next element or the end: a list may have empty ones (RFC 9110, 5.6.1.2, 8.8.3). */
const element = /(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,[ \t]*|$)/y;

/** Returns null if the text is not a list of tags. */
const strongTagsIn = (header: string): ReadonlySet<string> | null => {
  const strong = new Set<string>();
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (found === null) return null;
    const [, weak, tag] = found;
    if (tag !== undefined && weak === undefined) strong.add(tag);
  }
  return strong;
};

/** Returns the strong tag of a version (RFC 9110, 8.8.3). */
export const entityTagOf = (version: string): string => `"${version}"`;
