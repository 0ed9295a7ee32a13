/**
 * The first column of a line of CSV (RFC 4180), or the whole line where there is only one. A reference with a comma or a
 * quotation mark in it stands in quotes. Spaces belong to it.
 */
export const firstColumnOf = (line: string): string => {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const [, quoted] = /^"((?:[^"]|"")*)"(?:,|$)/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  const comma = text.indexOf(',');
  return comma === -1 ? text : text.slice(0, comma);
};
