import { isReference, isUuid } from '@loyalty/kernel';
import { isRoundedNumber } from './list-faults.ts';

/** Returns the end of a sentence about a line whose cell names no member; null if the cell may be a reference or an id. */
export const referenceFault = (column: string, value: string): string | null => {
  if (value === '') return `has no ${column}`;
  if (isRoundedNumber(value))
    return `has a ${column} that a spreadsheet has rounded (${value}): save the column as text`;
  return isUuid(value) || isReference(value) ? null : `has a ${column} that is no reference`;
};
