import { pointerTo } from '@loyalty/kernel';
import { nearestNameOfAll } from '../nearest-name.ts';
import { errorTextMax, type FieldError, fieldErrorsMax } from './field-errors.ts';

/** Returns each parameter that the operation does not have, with the nearest one that it has (D124). */
export const unknownParameters = (
  known: readonly string[],
  given: readonly string[],
): readonly FieldError[] => {
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.slice(0, fieldErrorsMax).map((name) => ({
    pointer: pointerTo('', name.slice(0, errorTextMax)),
    message: `is not a query parameter of this operation; ${hintFor(name, known)}`,
  }));
};

const hintFor = (name: string, known: readonly string[]): string => {
  const near = nearestNameOfAll(name, known);
  return near === null ? 'it has none' : `the nearest is ${near}`;
};
