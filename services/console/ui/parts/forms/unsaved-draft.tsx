import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, keptDraft } from '../../app/kept-drafts.ts';
import { useSession } from '../../app/session.tsx';
import { type BegunDraft, isEdited, mergedDraft } from '../../model/drafts/merged-draft.ts';
import { words } from '../../words/index.ts';
import { LeaveGuard } from '../dialogs/leave-question.tsx';
import { Notice } from './notice.tsx';
import * as css from '../../styles/common.module.css';

/** The changes of a form that are not saved yet. */
export interface Unsaved {
  readonly isUnsaved: () => boolean;
  /** True while a draft that was left earlier waits to be brought back or discarded. */
  readonly isOffered: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
  /** To be called once the draft is stored, before the page goes on. */
  readonly settle: () => void;
}

interface UnsavedSettings<Draft extends object> extends BegunDraft<Draft> {
  readonly onRestore: (draft: Draft) => void;
}

/** A form is known by its address, which names the environment, too, and by who types in it. */
const useForm = (): string => {
  const { tenantId, person } = useSession();
  const { pathname, searchStr } = useLocation();
  const [form] = useState(`${tenantId} ${person.name ?? ''} ${pathname}${searchStr}`);
  return form;
};

/** Keeps what is typed in the tab until it is stored, so that it can be brought back after the page was left. */
export const useUnsaved = <Draft extends object>(settings: UnsavedSettings<Draft>): Unsaved => {
  const { first, draft, onRestore } = settings;
  const form = useForm();
  const [offered, setOffered] = useState(() => keptDraft<Draft>(form));
  const settled = useRef<Draft | null>(null);
  const isChanged = isEdited({ first, draft });
  useEffect(() => {
    if (isChanged && settled.current !== draft) keepDraft(form, { first, draft });
    else if (offered === null) forgetDraft(form);
  }, [form, first, draft, isChanged, offered]);
  return {
    isUnsaved: () => isChanged && settled.current !== draft,
    isOffered: offered !== null,
    restore: () => {
      if (offered !== null) onRestore(mergedDraft(offered, first));
      setOffered(null);
    },
    discard: () => {
      forgetDraft(form);
      setOffered(null);
    },
    settle: () => {
      settled.current = draft;
      forgetDraft(form);
    },
  };
};

/** Asks before the page of a form is left, and offers what was left there earlier. */
export function UnsavedDraft({ unsaved }: { readonly unsaved: Unsaved }) {
  const { isOffered, restore, discard, isUnsaved } = unsaved;
  return (
    <>
      {isOffered ? (
        <Notice text={words.leave.offer}>
          <button type="button" className={css.btn} data-small onClick={restore}>
            {words.leave.restore}
          </button>
          <button type="button" className={css.btn} data-small onClick={discard}>
            {words.leave.discard}
          </button>
        </Notice>
      ) : null}
      <LeaveGuard isUnsaved={isUnsaved} about={words.leave.kept} />
    </>
  );
}
