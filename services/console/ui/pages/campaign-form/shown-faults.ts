import type { FieldFaults } from '../../model/drafts/field-faults.ts';

interface Said {
  /** These are faults of the draft as it is tried. */
  readonly tried: FieldFaults;
  /** These are faults of the last try to save it. */
  readonly saved: FieldFaults;
  /** Pointers that somebody has changed; null once all of it was to be saved. */
  readonly touched: ReadonlySet<string> | null;
  /** The draft as it stands was judged, and was well but for its name, which a trial does not need. */
  readonly isTriedWell: boolean;
}

const isAtOrWithin = (pointer: string, place: string): boolean =>
  pointer === place || pointer.startsWith(`${place}/`);

/** A kind of rule that was just chosen is empty: that is no fault yet. */
const rule = '/earningRule';

/**
 * Returns the faults that a form shows at its fields. A form that was just opened shows only faults of fields
 * that somebody has typed in.
 */
export const faultsToShow = ({ tried, saved, touched, isTriedWell }: Said): FieldFaults => {
  const isTouched = (pointer: string): boolean =>
    touched === null ||
    [...touched].some((place) => (place === rule ? pointer === rule : isAtOrWithin(pointer, place)));
  const ofSaved = [...saved].filter(([pointer]) => !isTriedWell || pointer === '/name');
  return new Map([...tried].filter(([pointer]) => isTouched(pointer)).concat(ofSaved));
};

/** Returns the faults that are left once somebody has changed the value at a pointer. */
export const withoutFaultsAt = (faults: FieldFaults, place: string): FieldFaults => {
  const left = [...faults].filter(
    ([pointer]) => !isAtOrWithin(pointer, place) && !isAtOrWithin(place, pointer),
  );
  return left.length === faults.size ? faults : new Map(left);
};
