import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type Json, type JsonObject, withValue } from '../../model/drafts/draft.ts';

/** The body that a form fills: JSON, at the pointers by which the API speaks of it. */
export interface DraftState {
  readonly draft: JsonObject;
  /** Changes what stands at a pointer; undefined takes it out. What is only begun is no fault yet. */
  readonly set: (pointer: string, value: Json | undefined, isBegun?: boolean) => void;
}

const State = createContext<DraftState | null>(null);

/** Returns the body that the surrounding form edits, in its present state. */
export const useDraft = (): DraftState => {
  const state = use(State);
  if (state === null) throw new Error('There is no draft here.');
  return state;
};

/** Holds the body of a form, which begins with what `first` returns. */
export const useNewDraft = (first: () => JsonObject): DraftState => {
  const [draft, setDraft] = useState(first);
  const set = useCallback(
    (pointer: string, value: Json | undefined) => setDraft((old) => withValue(old, pointer, value)),
    [],
  );
  return { draft, set };
};

export function DraftOf({ draft, set, children }: DraftState & { readonly children: ReactNode }) {
  const state = useMemo(() => ({ draft, set }), [draft, set]);
  return <State value={state}>{children}</State>;
}

/** Returns the options of a table of words, in its order. */
export const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));
