import {
  begunLimits,
  isKnownKind,
  limitsMax,
  limitKinds,
  limitKindOf,
} from '../../../model/campaigns/limits.ts';
import { listAt, textAt } from '../../../model/drafts/draft.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { AddButton, RemoveButton } from '../../../parts/forms/draft-buttons.tsx';
import { DraftChoice, DraftNumber, PartFault } from '../../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { SelectField } from '../../../parts/forms/field.tsx';
import { limitWords as words } from '../../../words/limits.ts';
import { ZoneLine } from '../conditions/zone-line.tsx';
import * as css from '../../../styles/common.module.css';
import * as conditionsCss from '../conditions/conditions.module.css';

const limitsAt = '/limits';
const begun = Object.entries(begunLimits) as readonly [keyof typeof begunLimits, object][];

/** The fields for how often and how much a campaign awards. */
export function LimitFields() {
  const { draft, set } = useDraft();
  const limits = listAt(draft, limitsAt);
  const remove = (place: number): void =>
    set(limitsAt, limits.length === 1 ? undefined : limits.toSpliced(place, 1));
  return (
    <>
      {limits.length === 0 ? <p className={`${css.small} ${css.muted}`}>{words.none}</p> : null}
      <PartFault at={limitsAt} />
      <ol className={conditionsCss.rows}>
        {limits.map((_, place) => (
          // Its place is all that one is known by.
          <li key={place}>
            <LimitRow place={place} onRemove={() => remove(place)} />
          </li>
        ))}
      </ol>
      {limits.length === 0 ? null : <ZoneLine />}
      {limits.length >= limitsMax ? null : (
        <ul className={conditionsCss.acts}>
          {begun.map(([name]) => (
            <li key={name}>
              <AddButton
                text={words.begin[name]}
                onClick={() => set(limitsAt, limits.concat([begunLimits[name]]))}
              />
            </li>
          ))}
        </ul>
      )}
      {limits.length === 0 ? null : <p className={`${css.small} ${css.faint}`}>{words.hint}</p>}
    </>
  );
}

interface RowProps {
  readonly place: number;
  readonly onRemove: () => void;
}

function LimitRow({ place, onRemove }: RowProps) {
  const { draft, set } = useDraft();
  const at = `${limitsAt}/${place.toString()}`;
  const shown = pointsText(place + 1);
  const way = limitKindOf(listAt(draft, limitsAt)[place] ?? null);
  const options = optionsOf(Object.fromEntries(limitKinds.map((one) => [one, words.ways[one]])));
  return (
    <div className={conditionsCss.row} role="group" aria-label={words.limit(shown)}>
      <div className={conditionsCss.parts}>
        <span className={conditionsCss.word}>{words.atMostWord}</span>
        <DraftNumber label={words.max} isLabelHidden at={`${at}/max`} />
        <DraftChoice label={words.of} isLabelHidden at={`${at}/of`} options={optionsOf(words.ofs)} />
        <SelectField
          label={words.way}
          isLabelHidden
          pointer={textAt(draft, `${at}/period`) === '' ? `${at}/per` : `${at}/period`}
          value={way}
          options={isKnownKind(way) ? options : options.concat([{ value: way, text: way }])}
          onChange={(next) => {
            const [per = '', period] = next.split(' ');
            set(`${at}/per`, per);
            set(`${at}/period`, period);
          }}
        />
        <PartFault at={at} />
      </div>
      <RemoveButton text={words.remove(shown)} onClick={onRemove} />
    </div>
  );
}
