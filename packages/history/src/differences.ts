/** Differences between published and stored results: settled, or booked. */

export { honourDifferences, type HonourReport, previewHonour } from './differences/honour-differences.ts';
export { createHistoryWatch, settleHistory } from './differences/settle-history.ts';
