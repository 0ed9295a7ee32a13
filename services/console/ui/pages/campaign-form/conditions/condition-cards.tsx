import { isEventKind } from '../../../model/campaigns/campaign-draft.ts';
import { isJsonObject, type Json, textAt, valueAt } from '../../../model/drafts/draft.ts';
import { PartFault } from '../../../parts/forms/draft-fields.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { Segments } from '../../../parts/forms/segments.tsx';
import { BeginConditions } from './add-condition.tsx';
import { useNextField } from './next-field.ts';
import { TreeFields, TreeText } from './tree-fields.tsx';
import { ZoneLine } from './zone-line.tsx';
import { conditionWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as draftCss from '../../../parts/forms/draft.module.css';

const conditionsAt = '/conditions';

export function ConditionFields() {
  const { draft, set } = useDraft();
  const { focusOn } = useNextField();
  const scope = isEventKind(textAt(draft, '/earningRule/type')) ? 'events' : 'receipts';
  if (valueAt(draft, conditionsAt) === undefined)
    return (
      <>
        <p className={`${css.small} ${css.muted}`}>{words.about[scope]}</p>
        <PartFault at={conditionsAt} />
        <BeginConditions
          scope={scope}
          onBegin={(condition) => {
            focusOn(`${conditionsAt}/`);
            set(conditionsAt, condition, true);
          }}
        />
      </>
    );
  return (
    <>
      <TreeFields at={conditionsAt} scope={scope} onRemove={() => set(conditionsAt, undefined)} />
      <ZoneLine />
    </>
  );
}

const earnOnAt = '/earnOn';
const ways = ['all', 'lines', 'except'] as const;
type Way = (typeof ways)[number];

/** The card about which lines of a basket earn. */
export function EarnOnFields() {
  const { draft, set } = useDraft();
  const { focusOn } = useNextField();
  const earnOn = valueAt(draft, earnOnAt);
  const way = wayOf(earnOn);
  // The API refuses it for rules on events; where it stands nevertheless, it can be taken away.
  if (earnOn === undefined && isEventKind(textAt(draft, '/earningRule/type'))) return null;
  const choose = (next: Way): void => {
    if (next === way) return;
    if (next === 'all') {
      set(earnOnAt, undefined);
      return;
    }
    const lines = way === null || way === 'all' ? undefined : valueAt(draft, `${earnOnAt}/${way}`);
    if (lines === undefined) focusOn(`${earnOnAt}/${next}`);
    set(earnOnAt, { [next]: lines ?? { field: 'category', op: 'in', value: [] } }, lines === undefined);
  };
  return (
    <fieldset className={draftCss.group}>
      <legend>{words.earns}</legend>
      <Segments
        label={words.earns}
        chosen={way ?? 'all'}
        options={ways.map((value) => ({ value, text: words.earnsOf[value] }))}
        onChoose={choose}
      />
      <PartFault at={earnOnAt} />
      {way === null ? <TreeText at={earnOnAt} /> : null}
      {way === 'lines' || way === 'except' ? (
        <>
          <TreeFields at={`${earnOnAt}/${way}`} scope="lines" onRemove={null} />
          <p className={`${css.small} ${css.faint}`}>{words.earnsHint[way]}</p>
        </>
      ) : null}
    </fieldset>
  );
}

/** Returns null for what this form cannot show. */
const wayOf = (earnOn: Json | undefined): Way | null => {
  if (earnOn === undefined) return 'all';
  const [name, ...others] = isJsonObject(earnOn) ? Object.keys(earnOn) : [];
  return others.length === 0 ? (ways.find((way) => way !== 'all' && way === name) ?? null) : null;
};

interface PayloadProps {
  readonly at: string;
}

/** Edits the conditions of the rule on the payload of an event. */
export function PayloadConditions({ at }: PayloadProps) {
  const { draft, set } = useDraft();
  const { focusOn } = useNextField();
  const remove = (): void => set(at, undefined);
  return (
    <fieldset className={draftCss.group}>
      <legend>{words.payloadTitle}</legend>
      {valueAt(draft, at) === undefined ? (
        <>
          <p className={`${css.small} ${css.muted}`}>{words.payloadNone}</p>
          <PartFault at={at} />
          <BeginConditions
            scope="payload"
            onBegin={(condition) => {
              focusOn(`${at}/conditions/0`);
              // The API wants a group here.
              set(at, { operator: 'AND', conditions: [condition] }, true);
            }}
          />
        </>
      ) : (
        <TreeFields at={at} scope="payload" onRemove={remove} />
      )}
    </fieldset>
  );
}
