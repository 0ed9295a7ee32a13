import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../words/index.ts';

interface DialogProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** For tables and code; forms are narrow. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A window over the page; focus goes in, stays, and returns to what opened it. */
export function Dialog({ title, about, isOpen, onClose, isWide = false, children }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog" data-wide={isWide ? '' : undefined}>
          <header className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="btn" data-kind="quiet" data-square aria-label={words.close}>
              <X size={18} />
            </Base.Close>
          </header>
          {about === undefined ? null : <Base.Description className="dialog-about">{about}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
