import type { BegunDraft } from '../model/drafts/merged-draft.ts';

/** Drafts stay in the tab in which they were typed, until they are saved or discarded or the tab is closed. */
const prefix = 'draft ';

/** Returns what a form was left with; null if nothing was. */
export const keptDraft = <Draft extends object>(form: string): BegunDraft<Draft> | null => {
  const text = sessionStorage.getItem(prefix + form);
  return text === null ? null : (JSON.parse(text) as BegunDraft<Draft>);
};

export const keepDraft = (form: string, begun: BegunDraft<object>): void => {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(begun));
  } catch {
    // A tab keeps 5 MB: a larger draft is not kept, and the person is still asked before it is lost.
    forgetDraft(form);
  }
};

export const forgetDraft = (form: string): void => sessionStorage.removeItem(prefix + form);

/** Forgets every draft of the tab, because another person may sign in there. */
export const forgetDrafts = (): void => {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(prefix)) sessionStorage.removeItem(name);
};
