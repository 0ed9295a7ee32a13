/**
 * Returns the first column of a line of CSV (RFC 4180), or the whole line if it has one column. A reference with a comma or a
 * quotation mark must be quoted. Spaces belong to it.
 */
export const firstColumnOf = (line: string): string => {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const [, quoted] = /^"((?:[^"]|"")*)"(?:,|$)/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  const comma = text.indexOf(',');
  return comma === -1 ? text : text.slice(0, comma);
};
