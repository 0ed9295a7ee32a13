import { isSameJson, type Json } from './draft.ts';

/** A draft and the body from which it began. */
export interface BegunDraft<Draft extends object> {
  readonly first: Draft;
  readonly draft: Draft;
}

/**
 * Returns the draft as if it had begun from a newer body: members that were not edited are the newer ones, and
 * those that were edited stay as they were typed.
 */
export const mergedDraft = <Draft extends object>(
  { first, draft }: BegunDraft<Draft>,
  newer: Draft,
): Draft => {
  const before = membersOf(first);
  const after = membersOf(draft);
  const stored = membersOf(newer);
  const names = new Set([...Object.keys(stored), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .map((name) => [name, isSameJson(after[name], before[name]) ? stored[name] : after[name]] as const)
      .filter(([, value]) => value !== undefined),
  ) as Draft;
};

/** A draft is JSON, in the form of a body. */
const membersOf = (draft: object): Readonly<Record<string, Json | undefined>> =>
  draft as Readonly<Record<string, Json | undefined>>;

/** Returns true if something was edited. */
export const isEdited = <Draft extends object>({ first, draft }: BegunDraft<Draft>): boolean =>
  !isSameJson(membersOf(first), membersOf(draft));
