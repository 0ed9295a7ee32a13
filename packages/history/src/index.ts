export {
  boundedResponse,
  compareResponses,
  pointsOf,
  type PublishedResponse,
  scalarsOf,
} from './compare-responses.ts';
export { type EpochStep, lostSinceMs, type RaisedEpoch } from './epoch-step.ts';
export { createEpochSteps, createRestoreSteps } from './epoch-steps.ts';
export { type FactOrigin } from './fact-origins.ts';
export { createHistoryPart } from './history-part.ts';
export { createHistoryWatch } from './history-watch.ts';
export { honourDifferences, type HonourReport, previewHonour } from './honour-differences.ts';
export { readErasures } from './read-erasures.ts';
export { settleHistory } from './settle-history.ts';
export { type FactsSurvey, type MissingFact, type MissingFacts, surveyFacts } from './survey-facts.ts';
