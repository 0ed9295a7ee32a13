/** Published facts compared with stored rows. */

export { type FactsSurvey, type MissingFact, type MissingFacts, surveyFacts } from './facts/survey-facts.ts';
