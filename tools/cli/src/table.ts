/** Returns the lines of a table with a header and aligned columns. */
export const tableLines = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
