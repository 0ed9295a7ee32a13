import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { LeaveGuard, LeaveQuestion } from './leave-question.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Dialogs with tables and code are wide; forms are narrow. */
  readonly isWide?: boolean;
  /** Neither Escape nor a press outside it closes it: what it shows is shown once. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/**
 * A window over the page. The focus goes into it, stays there, and returns to what opened it. Once something
 * was typed in its form, a press outside it no longer closes it, and Escape asks.
 */
export function Dialog(props: DialogProps) {
  const { title, about, isOpen, onClose, isWide = false, isKept = false, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const { isTyped, isUnsaved, noteTyped, isAsked, setAsked } = useTyped(isOpen, popup);
  const onOpenChange = (open: boolean, { reason }: { readonly reason: string }): void => {
    const isStopped = isKept || isUnsaved();
    if (open || (isStopped && reason === 'outside-press') || (isKept && reason === 'escape-key')) return;
    if (isUnsaved()) setAsked(true);
    else onClose();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={own.backdrop} />
        <Base.Popup
          ref={popup}
          className={own.dialog}
          data-wide={isWide ? '' : undefined}
          onInput={noteTyped}
          // A form is there to be filled in; else what closes it comes first.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('input, select, textarea') ?? true}
        >
          <header className={own.head}>
            <Base.Title>{title}</Base.Title>
            <Base.Close className={css.btn} data-kind="quiet" data-square aria-label={words.close}>
              <X size={18} />
            </Base.Close>
          </header>
          {about === undefined ? null : <Base.Description className={own.about}>{about}</Base.Description>}
          {children}
          {isTyped ? <LeaveGuard isUnsaved={isUnsaved} about={words.leave.lost} isModal /> : null}
          <LeaveQuestion
            isOpen={isAsked}
            about={words.leave.lost}
            onStay={() => setAsked(false)}
            onLeave={onClose}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns whether something was typed in the form of a dialog. What follows its form holds nothing to lose. */
const useTyped = (isOpen: boolean, popup: { readonly current: HTMLDivElement | null }) => {
  const [isTyped, setTyped] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    setTyped(false);
    setAsked(false);
  }, [isOpen]);
  return {
    isTyped,
    noteTyped: () => setTyped(true),
    isUnsaved: () => isTyped && popup.current?.querySelector('form') != null,
    isAsked,
    setAsked,
  };
};
