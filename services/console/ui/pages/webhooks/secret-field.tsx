import { TextField } from '../../parts/forms/field.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import * as fieldCss from '../../parts/forms/field.module.css';

interface SecretFieldProps {
  readonly isOwn: boolean;
  readonly secret: string;
  readonly onChoose: (isOwn: boolean) => void;
  readonly onChange: (secret: string) => void;
}

/** The field of a secret that the page creates, or that the server already has. */
export function SecretField({ isOwn, secret, onChoose, onChange }: SecretFieldProps) {
  const { form } = webhookWords;
  return (
    <fieldset className={fieldCss.field}>
      <legend>{form.secret}</legend>
      <Segments
        label={form.secret}
        chosen={isOwn ? 'own' : 'made'}
        options={[
          { value: 'made', text: form.whose.made },
          { value: 'own', text: form.whose.own },
        ]}
        onChoose={(whose) => onChoose(whose === 'own')}
      />
      {isOwn ? (
        <TextField
          label={form.own}
          hint={form.ownHint}
          pointer="/secret"
          type="password"
          isMono
          value={secret}
          onChange={onChange}
        />
      ) : (
        <small>{form.secretHint}</small>
      )}
    </fieldset>
  );
}
