export {
  boundedResponse,
  compareResponses,
  pointsOf,
  type PublishedResponse,
  scalarsOf,
} from './compare-responses.ts';
export { createEpochSteps } from './epoch-steps.ts';
export { createHistoryPart } from './history-part.ts';
export { createHistoryWatch } from './history-watch.ts';
export { honourDifferences, type HonourReport, previewHonour } from './honour-differences.ts';
export { readErasures } from './read-erasures.ts';
export { settleHistory } from './settle-history.ts';
