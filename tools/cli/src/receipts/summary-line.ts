import { count } from './progress.ts';
import type { StreamReport } from './stream-plan.ts';

/** Returns the last line of `receipts stream`: numbers sent, stored and rejected, and their rates. */
export const summaryLine = (report: StreamReport): string => {
  const { sent, sentPerSecond, secondsToSend, rejected, rejectsFile } = report;
  const parts = [
    `${count(sent)} receipts sent in ${secondsToSend.toFixed(1)} s (${count(sentPerSecond)}/s)`,
    ...storedPart(report),
    `${count(rejected)} rejected${rejectsFile === null ? '' : ` (see ${rejectsFile})`}`,
  ];
  return `${parts.join(', ')}.`;
};

const storedPart = ({ stored, secondsToStore, storedPerSecond }: StreamReport): string[] => {
  if (stored === null) return [];
  if (secondsToStore === null || storedPerSecond === null) return [`${count(stored)} stored`];
  return [`all stored after ${secondsToStore.toFixed(1)} s (${count(storedPerSecond)}/s)`];
};
