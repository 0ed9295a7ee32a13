import { fieldErrorsMax, pointerTo } from './field-error.ts';

/** NUL, or half of a surrogate pair without the other half: no database and no UTF-8 can hold them (D9). */
const faulty = /\0|\p{Surrogate}/u;

type Found = readonly [pointer: string, value: unknown];

/**
 * Pointers of the strings, and of the members with a name, that hold NUL or a lone surrogate: the outermost first, at
 * most 20 of them. The value is one of JSON's, of any depth.
 */
export const faultyStringsOf = (value: unknown): readonly string[] => {
  const pointers: string[] = [];
  const found: Found[] = [['', value]];
  // The list grows while it is walked over.
  for (const [pointer, each] of found) {
    if (isFaulty(each)) pointers.push(pointer);
    if (pointers.length === fieldErrorsMax) return pointers;
    for (const member of membersOf(pointer, each)) found.push(member);
  }
  return pointers;
};

/** A member with a faulty name stands for that name. */
const membersOf = (pointer: string, value: unknown): readonly Found[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]): Found => {
    if (!isFaulty(name)) return [pointerTo(pointer, name), member];
    return [pointerTo(pointer, name.split(faulty).join('\uFFFD')), name];
  });
};

const isFaulty = (value: unknown): boolean => typeof value === 'string' && faulty.test(value);
