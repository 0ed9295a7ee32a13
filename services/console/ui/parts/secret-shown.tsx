import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import '../styles/secret.css';

interface SecretShownProps {
  readonly texts: {
    readonly title: string;
    readonly about: string;
    /** As the button that copies it says. */
    readonly what: string;
    readonly done: string;
  };
  readonly secret: string;
  readonly onClose: () => void;
  /** Below the secret. */
  readonly children?: ReactNode;
}

/** The one time that a secret is shown. Only its own button closes it: a stray key would lose the secret. */
export function SecretShown({ texts, secret, onClose, children }: SecretShownProps) {
  const { title, about, what, done } = texts;
  return (
    <Dialog title={title} about={about} isOpen isKept onClose={onClose}>
      <div className="dialog-body stack">
        <p className="secret">
          <code className="mono wrap">{secret}</code>
          <CopyButton text={secret} what={what} />
        </p>
        {children}
        <p className="form-acts">
          <span className="push" />
          <button type="button" className="btn" data-kind="main" onClick={onClose}>
            {done}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
