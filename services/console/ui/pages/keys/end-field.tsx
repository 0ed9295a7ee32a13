import { dayIn } from '../../model/api-keys.ts';
import { textAt } from '../../model/drafts/draft.ts';
import { useDraft } from '../../parts/forms/draft-state.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { keyWords } from '../../words/keys.ts';
import * as css from '../../styles/common.module.css';

const { form } = keyWords;

const spans = [
  { days: 30, text: form.in30 },
  { days: 90, text: form.in90 },
  { days: 365, text: form.inYear },
];

/** The field for the last day of a key. */
export function EndField({ label, hint }: { readonly label: string; readonly hint: string }) {
  const { draft, set } = useDraft();
  return (
    <div className={css.stack}>
      <TextField
        label={label}
        hint={hint}
        pointer="/expiresAt"
        type="date"
        value={textAt(draft, '/expiresAt')}
        onChange={(day) => set('/expiresAt', day === '' ? undefined : day)}
      />
      <p className={css.fills}>
        {spans.map(({ days, text }) => (
          <button
            key={days}
            type="button"
            className={css.btn}
            data-small
            onClick={() => set('/expiresAt', dayIn(days, new Date().toISOString()))}
          >
            {text}
          </button>
        ))}
      </p>
    </div>
  );
}
