import { linesIn } from '../load/bulk-stream.ts';
import type { Outcome } from './set-back-run.ts';

/** Formats the summary of a variant. */
export const summaryOf = (outcome: Outcome, tookMs: number): string => {
  const { acknowledged, streamed, figures, unavailableMs, violations } = outcome;
  const { lost, lostPoints, doubled, writesGone, differing } = figures;
  return [
    `  acknowledged ${format(acknowledged)} operations, streamed ${format(linesIn(streamed))} receipts`,
    `  lost ${format(lost)} (${format(lostPoints)} points), doubled ${format(doubled)}`,
    `  ${format(differing)} stored responses differ from the acknowledged ones, ${format(writesGone)} acknowledged management writes are gone`,
    `  unavailable for ${seconds(unavailableMs)}; the variant took ${seconds(tookMs)}`,
    ...violations.lines().map((line) => `  ${line}`),
  ].join('\n');
};

const format = (value: number): string => value.toLocaleString('en-US');

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
