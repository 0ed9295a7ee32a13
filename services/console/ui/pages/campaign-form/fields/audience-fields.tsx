import type { Schemas } from '@loyalty/client';
import { textsAt } from '../../../model/drafts/draft.ts';
import { currencySymbol } from '../../../model/numbers/currency.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { shownText } from '../../../model/shown-text.ts';
import { DraftNumber, DraftText } from '../../../parts/forms/draft-fields.tsx';
import { DraftList, Token } from '../../../parts/forms/draft-list.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { campaignFormWords as words } from '../words.ts';
import { DraftDay } from './day-field.tsx';
import * as css from '../../../styles/common.module.css';
import * as draftCss from '../../../parts/forms/draft.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

interface AudienceProps {
  readonly segments: readonly Schemas['Segment'][] | undefined;
  /** Names of segments of another environment, by their ids. */
  readonly foreign: ReadonlyMap<string, string>;
}

/** The fields for members, places and times. */
export function AudienceFields(props: AudienceProps) {
  return (
    <>
      <div className={css.row2}>
        <SegmentsField {...props} />
        <DraftList label={words.stores} at="/storeIds" hint={words.storesHint} />
      </div>
      <div className={css.row2}>
        <DraftDay label={words.from} at="/startDate" hint={words.daysAreUtc} />
        <DraftDay label={words.to} at="/endDate" />
      </div>
      <div className={css.row2}>
        <DraftNumber label={words.minSpend} at="/minSpend" unit="cents" before={currencySymbol()} />
        <DraftText label={words.currency} at="/currency" hint={words.currencyHint} isMono />
      </div>
    </>
  );
}

const at = '/targetSegmentIds';

function SegmentsField({ segments = [], foreign }: AudienceProps) {
  const { draft, set } = useDraft();
  const ids = textsAt(draft, at);
  const change = (next: readonly string[]): void =>
    set(at, next.length === 0 ? undefined : [...new Set(next)]);
  const known = new Map(segments.map(({ id, name, memberCount }) => [id, { name, memberCount }]));
  const unmatched = ids.filter((id) => !known.has(id) && foreign.has(id));
  const rest = segments.filter(({ id }) => !ids.includes(id));
  return (
    <div className={css.stack}>
      <Field label={words.segments} pointer={at} hint={words.segmentsHint}>
        {(parts) => (
          <div className={draftCss.tokens}>
            {ids
              .filter((id) => !foreign.has(id) || known.has(id))
              .map((id) => (
                <Token
                  key={id}
                  text={tokenText(known.get(id), id)}
                  onRemove={() => change(ids.filter((other) => other !== id))}
                />
              ))}
            <select {...parts} value="" onChange={({ target }) => change(ids.concat([target.value]))}>
              <option value="">{words.addSegment}</option>
              {rest.map(({ id, name }) => (
                <option key={id} value={id}>
                  {shownText(name)}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      {unmatched.map((id) => (
        <Unmatched
          key={id}
          name={foreign.get(id) ?? id}
          choices={rest}
          onChoose={(other) =>
            change(ids.flatMap((one) => (one !== id ? [one] : other === null ? [] : [other])))
          }
        />
      ))}
    </div>
  );
}

const tokenText = (
  segment: { readonly name: string; readonly memberCount: number } | undefined,
  id: string,
): string =>
  segment === undefined
    ? `${words.segmentGone} ${id}`
    : `${shownText(segment.name)} ${pointsText(segment.memberCount)}`;

interface UnmatchedProps {
  readonly name: string;
  readonly choices: readonly Schemas['Segment'][];
  /** Null leaves the segment out. */
  readonly onChoose: (id: string | null) => void;
}

const leaveOut = 'none';

/** A segment of the campaign that is copied, which has no namesake here: somebody has to say what stands for it. */
function Unmatched({ name, choices, onChoose }: UnmatchedProps) {
  const label = words.segmentChoose(shownText(name));
  return (
    <Field label={label} fault={words.segmentNotHere(shownText(name))}>
      {(parts) => (
        <select
          {...parts}
          className={fieldCss.input}
          value=""
          onChange={({ target }) => onChoose(target.value === leaveOut ? null : target.value)}
        >
          <option value="">{words.chooseSegment}</option>
          {choices.map((segment) => (
            <option key={segment.id} value={segment.id}>
              {shownText(segment.name)}
            </option>
          ))}
          <option value={leaveOut}>{words.leaveOut}</option>
        </select>
      )}
    </Field>
  );
}
