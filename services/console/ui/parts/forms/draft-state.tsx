import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type Json, type JsonObject, withValue } from '../../model/drafts/draft.ts';
import { type Unsaved, useUnsaved } from './unsaved-draft.tsx';

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
  const set = useSet(setDraft);
  return { draft, set };
};

const useSet = (setDraft: (change: (old: JsonObject) => JsonObject) => void): DraftState['set'] =>
  useCallback(
    (pointer: string, value: Json | undefined) => setDraft((old) => withValue(old, pointer, value)),
    [setDraft],
  );

/** The body of a form on a page of its own, which stays in the tab until it is stored. */
export interface PageDraft extends DraftState {
  readonly unsaved: Unsaved;
}

export const usePageDraft = (begin: () => JsonObject): PageDraft => {
  const [first] = useState(begin);
  const [draft, setDraft] = useState(first);
  const set = useSet(setDraft);
  const unsaved = useUnsaved({ first, draft, onRestore: setDraft });
  return { draft, set, unsaved };
};

export function DraftOf({ draft, set, children }: DraftState & { readonly children: ReactNode }) {
  const state = useMemo(() => ({ draft, set }), [draft, set]);
  return <State value={state}>{children}</State>;
}

/** Returns the options of a table of words, in its order. */
export const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));
