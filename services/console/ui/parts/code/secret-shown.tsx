import type { ReactNode } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import * as css from '../../styles/common.module.css';
import * as dialogCss from '../dialogs/dialog.module.css';
import * as formCss from '../forms/form.module.css';
import * as own from './secret-shown.module.css';

interface SecretShownProps {
  readonly texts: {
    readonly title: string;
    readonly about: string;
    /** The button that copies it has this name. */
    readonly what: string;
    readonly done: string;
  };
  readonly secret: string;
  readonly onClose: () => void;
  /** The children are shown below the secret. */
  readonly children?: ReactNode;
}

/**
 * Shows a secret once. Only its own button closes it, because an accidental key press would lose the secret.
 */
export function SecretShown({ texts, secret, onClose, children }: SecretShownProps) {
  const { title, about, what, done } = texts;
  return (
    <Dialog title={title} about={about} isOpen isKept onClose={onClose}>
      <div className={`${dialogCss.body} ${css.stack}`}>
        <p className={own.secret}>
          <code className={`${css.mono} ${css.wrap}`}>{secret}</code>
          <CopyButton text={secret} what={what} />
        </p>
        {children}
        <p className={formCss.acts}>
          <span className={css.push} />
          <button type="button" className={css.btn} data-kind="main" onClick={onClose}>
            {done}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
