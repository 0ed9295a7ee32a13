import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { words } from '../../words/index.ts';
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

/** A window over the page. The focus goes into it, stays there, and returns to what opened it. */
export function Dialog(props: DialogProps) {
  const { title, about, isOpen, onClose, isWide = false, isKept = false, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={isKept}
      onOpenChange={(open, { reason }) => {
        if (!open && !(isKept && reason === 'escape-key')) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={own.backdrop} />
        <Base.Popup
          ref={popup}
          className={own.dialog}
          data-wide={isWide ? '' : undefined}
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
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
