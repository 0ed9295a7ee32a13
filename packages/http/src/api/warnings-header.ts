import type { Warning } from '@loyalty/contracts/http';

/** Far below the limit of common proxies for all headers together. */
const lengthMax = 2_000;

/**
 * Returns the warnings as a list of RFC 9651: `UNKNOWN_FIELD;pointer="/items";near="products"`. What is beyond
 * ASCII is percent-encoded. The list ends before it exceeds 2,000 characters.
 */
export const warningsHeader = (warnings: readonly Warning[]): string => {
  let header = '';
  for (const warning of warnings) {
    const next = header === '' ? itemOf(warning) : `${header}, ${itemOf(warning)}`;
    if (next.length > lengthMax) break;
    header = next;
  }
  return header;
};

const itemOf = ({ code, pointer, near = null }: Warning): string =>
  `${code}${parameter('pointer', pointer === '' ? null : pointer)}${parameter('near', near)}`;

const parameter = (name: string, value: string | null): string =>
  value === null ? '' : `;${name}="${encoded(value)}"`;

/** A name that a caller chose may hold anything. */
const encoded = (text: string): string => encodeURI(text).replaceAll('"', '%22').replaceAll('\\', '%5C');
