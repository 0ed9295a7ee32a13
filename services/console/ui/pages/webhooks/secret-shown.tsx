import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { webhookWords } from '../../words/webhooks.ts';

interface SecretShownProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The one time that a secret is shown. Only its own button closes it: a stray key would lose the secret. */
export function SecretShown({ secret, onClose }: SecretShownProps) {
  const { title, about, what, done } = webhookWords.secret;
  return (
    <Dialog title={title} about={about} isOpen isKept onClose={onClose}>
      <div className="dialog-body stack">
        <p className="secret">
          <code className="mono wrap">{secret}</code>
          <CopyButton text={secret} what={what} />
        </p>
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
