/** These are the parts of a ledger entry that a page needs to draw it. */
interface Entry {
  readonly createdAt: string;
  readonly points: number;
  readonly balanceAfter: number;
}

export interface StepLine {
  readonly line: string;
  /** The path of the area, which is closed along the bottom. */
  readonly area: string;
}

/**
 * Returns the balance over time as steps, in a box of this size; null for fewer than two entries, or if no
 * time passed between them.
 */
export const ledgerSteps = (
  newestFirst: readonly Entry[],
  { width, height }: { readonly width: number; readonly height: number },
): StepLine | null => {
  const entries = newestFirst.toReversed();
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined || entries.length < 2) return null;
  const [fromMs, toMs] = [Date.parse(first.createdAt), Date.parse(last.createdAt)];
  if (toMs <= fromMs) return null;
  const before = first.balanceAfter - first.points;
  const top = Math.max(before, ...entries.map(({ balanceAfter }) => balanceAfter), 1);
  const x = (iso: string): string => (((Date.parse(iso) - fromMs) / (toMs - fromMs)) * width).toFixed(1);
  const y = (balance: number): string => (height - (Math.max(0, balance) / top) * height).toFixed(1);
  const steps = entries.map(({ createdAt, balanceAfter }) => `H${x(createdAt)}V${y(balanceAfter)}`);
  const line = `M0 ${y(before)}${steps.join('')}`;
  return { line, area: `${line}V${height.toString()}H0Z` };
};
