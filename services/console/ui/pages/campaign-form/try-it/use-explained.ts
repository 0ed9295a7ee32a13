import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { type Asked, useAsked } from '../../../api/use-asked.ts';
import type { JsonObject } from '../../../model/drafts/draft.ts';
import { type FieldFaults, faultsOf, noFaults } from '../../../model/drafts/field-faults.ts';

/** This is longer than the time between two keys of a person who types. */
const waitMs = 600;

/**
 * Explains a basket once it has not changed for a moment. Null means that there is nothing to explain yet.
 */
export const useExplained = (body: JsonObject | null): Asked<Schemas['Explanation']> =>
  useAsked(
    'explainTransaction',
    // What is wrong in it the API says: that is what a form is for.
    body === null ? null : { body: body as unknown as Schemas['ExplainBody'] },
    { waitMs },
  );

/** Returns what the API said about parts of the body; nothing if it said something else. */
export const faultsIn = (error: unknown): FieldFaults =>
  error instanceof LoyaltyProblem ? faultsOf(error.context) : noFaults;
