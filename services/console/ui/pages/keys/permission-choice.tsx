import { subjectsOf } from '../../model/api-keys.ts';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { useFaults } from '../../parts/forms/form.tsx';
import { wordOf } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';
import * as css from '../../styles/common.module.css';
import * as own from './keys-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

interface PermissionChoiceProps {
  readonly label: string;
  /** The permissions that can be chosen. */
  readonly offered: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** A sentence for each, where the API has said it. */
  readonly meanings: ReadonlyMap<string, string>;
  /** Why one cannot be chosen; null where it can. */
  readonly whyNot?: (permission: string) => string | null;
}

/** Offers permissions by subject. The chosen ones stay in the order in which they are offered. */
export function PermissionChoice(props: PermissionChoiceProps) {
  const { label, offered, chosen, onChange, meanings, whyNot = () => null } = props;
  const fault = faultAt(useFaults(), '/permissions');
  return (
    <fieldset className={fieldCss.field}>
      <legend>{label}</legend>
      <div className={own.permissions}>
        {subjectsOf(offered).map(({ name, permissions }) => (
          <fieldset key={name}>
            <legend className={`${css.small} ${css.strong}`}>{wordOf(keyWords.subjects, name)}</legend>
            {permissions.map((permission) => (
              <Permission
                key={permission}
                name={permission}
                meaning={meanings.get(permission) ?? null}
                why={whyNot(permission)}
                isChosen={chosen.includes(permission)}
                onChange={(isChosen) =>
                  onChange(offered.filter((one) => (one === permission ? isChosen : chosen.includes(one))))
                }
              />
            ))}
          </fieldset>
        ))}
      </div>
      <small className={fieldCss.fault} role="status">
        {fault}
      </small>
    </fieldset>
  );
}

interface PermissionProps {
  readonly name: string;
  readonly meaning: string | null;
  readonly why: string | null;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Permission({ name, meaning, why, isChosen, onChange }: PermissionProps) {
  return (
    <label className={`${fieldCss.check} ${own.permission}`}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={why !== null}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={css.stackTight}>
        <span className={`${css.mono} ${css.wrap}`}>{name}</span>
        {why === null ? null : <small className={css.faint}> {why}</small>}
        {meaning === null ? null : (
          <small className={`${css.muted} ${css.below}`}>{withoutMarks(meaning)}</small>
        )}
      </span>
    </label>
  );
}

/** Sentences of the API mark code as Markdown does. */
const withoutMarks = (sentence: string): string => sentence.replaceAll('`', '');
