import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useBlocker } from '@tanstack/react-router';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as own from './dialog.module.css';
import * as formCss from '../forms/form.module.css';

interface LeaveQuestionProps {
  readonly isOpen: boolean;
  /** This says what happens to the typed text. */
  readonly about: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to leave something in which a person typed. */
export function LeaveQuestion({ isOpen, about, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onStay();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={own.backdrop} forceRender />
        <AlertDialog.Popup className={own.dialog}>
          <header className={own.head}>
            <AlertDialog.Title>{words.leave.title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className={own.about}>{about}</AlertDialog.Description>
          <footer className={`${own.body} ${formCss.acts}`}>
            <button type="button" className={`${css.btn} ${css.push}`} onClick={onLeave}>
              {words.leave.leave}
            </button>
            <button type="button" className={css.btn} data-kind="main" onClick={onStay}>
              {words.leave.stay}
            </button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface LeaveGuardProps {
  readonly isUnsaved: () => boolean;
  readonly about: string;
  /** True in a dialog: only Back and Forward lead away from it, and what follows from its success is no leaving. */
  readonly isModal?: boolean;
}

const addressOf = ({ pathname, search }: { readonly pathname: string; readonly search: object }): string =>
  pathname + JSON.stringify(search);

/** Asks before a person goes to another page, reloads this one or closes the tab. */
export function LeaveGuard({ isUnsaved, about, isModal = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved() &&
      addressOf(current) !== addressOf(next) &&
      !(isModal && (action === 'PUSH' || action === 'REPLACE')),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      isOpen={blocker.status === 'blocked'}
      about={about}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}
