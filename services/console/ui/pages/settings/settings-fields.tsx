import type { Schemas } from '@loyalty/client';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { textAt } from '../../model/drafts/draft.ts';
import { currencySymbol } from '../../model/numbers/currency.ts';
import { rewardKinds } from '../../model/rewards.ts';
import { shownText } from '../../model/shown-text.ts';
import {
  DraftCheck,
  DraftChoice,
  DraftNumber,
  DraftSuggested,
  PartFault,
} from '../../parts/forms/draft-fields.tsx';
import { DraftList } from '../../parts/forms/draft-list.tsx';
import { optionsOf, useDraft } from '../../parts/forms/draft-state.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { wordOf, words } from '../../words/index.ts';
import { countries, currencies, timeZones } from './places.ts';
import { settingGroups, type SettingName } from './settings.ts';
import { UpcomingTexts } from './upcoming-texts.tsx';
import { settingsWords as texts } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as draftCss from '../../parts/forms/draft.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';
import * as formCss from '../../parts/forms/form.module.css';

interface SettingsFieldsProps {
  readonly names: readonly SettingName[];
  readonly upcoming: Schemas['SettingsRecord']['upcoming'];
}

/** A section for each subject, with a field for each setting of the tenant. */
export function SettingsFields({ names, upcoming }: SettingsFieldsProps) {
  return Object.entries(settingGroups).map(([group, ofGroup]) => {
    const shown = ofGroup.filter((name) => names.includes(name));
    const title = texts.groups[group as keyof typeof settingGroups];
    return shown.length === 0 ? null : (
      <section key={group} className={css.card} aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <div className={`${css.pad} ${formCss.form}`}>
          {shown.map((name) => (
            <div key={name}>
              {fields[name]?.() ?? null}
              <UpcomingTexts name={name} upcoming={upcoming} />
            </div>
          ))}
        </div>
      </section>
    );
  });
}

const { names, hints } = texts;

const fields: Readonly<Partial<Record<SettingName, () => ReactNode>>> = {
  currency: () => (
    <DraftSuggested label={names.currency} hint={hints.currency} at="/currency" suggestions={currencies()} />
  ),
  pointValueCents: () => (
    <DraftNumber label={names.pointValueCents} at="/pointValueCents" unit="cents" before={currencySymbol()} />
  ),
  pointsExpiry: () => <ExpiryFields />,
  adjustedPointsPerDay: () => (
    <DraftNumber
      label={names.adjustedPointsPerDay}
      hint={hints.adjustedPointsPerDay}
      at="/adjustedPointsPerDay"
      after={texts.points}
    />
  ),
  totalAdjustedPointsPerDay: () => (
    <DraftNumber
      label={names.totalAdjustedPointsPerDay}
      hint={hints.totalAdjustedPointsPerDay}
      at="/totalAdjustedPointsPerDay"
      after={texts.points}
    />
  ),
  rewardRedeemNeedsRef: () => <DraftCheck at="/rewardRedeemNeedsRef" label={texts.needsRef} off={false} />,
  memberPointsCaps: () => <CapFields />,
  refundPoints: () => (
    <DraftChoice label={names.refundPoints} at="/refundPoints" options={optionsOf(texts.refunds)} />
  ),
  refundGraceDays: () => (
    <DraftNumber
      label={names.refundGraceDays}
      hint={hints.refundGraceDays}
      at="/refundGraceDays"
      after={texts.days}
    />
  ),
  unrecoveredPoints: () => (
    <DraftChoice
      label={names.unrecoveredPoints}
      at="/unrecoveredPoints"
      options={optionsOf(texts.unrecovered)}
    />
  ),
  voidWithinMinutes: () => (
    <DraftNumber
      label={names.voidWithinMinutes}
      hint={hints.voidWithinMinutes}
      at="/voidWithinMinutes"
      after={texts.minutes}
    />
  ),
  rewardProviders: () => <SourceFields />,
  timeZone: () => (
    <DraftSuggested label={names.timeZone} hint={hints.timeZone} at="/timeZone" suggestions={timeZones()} />
  ),
  liveChangesByTwo: () => (
    <DraftCheck at="/liveChangesByTwo" label={texts.byTwo} hint={hints.liveChangesByTwo} off={false} />
  ),
  rejectMismatch: () => <DraftCheck at="/rejectMismatch" label={texts.mismatch} off={false} />,
  phoneCountry: () => (
    <DraftSuggested
      label={names.phoneCountry}
      hint={hints.phoneCountry}
      at="/phoneCountry"
      suggestions={countries().map(({ code, name }) => ({ value: code, text: name }))}
    />
  ),
  corsOrigins: () => <DraftList label={names.corsOrigins} hint={hints.corsOrigins} at="/corsOrigins" />,
};

function CapFields() {
  return (
    <div className={css.stack}>
      <span className={fieldCss.label}>{names.memberPointsCaps}</span>
      <div className={css.row2}>
        {(['day', 'week', 'month'] as const).map((period) => (
          <DraftNumber
            key={period}
            label={texts.capPeriods[period]}
            at={`/memberPointsCaps/${period}`}
            after={texts.points}
          />
        ))}
      </div>
      <span className={`${css.small} ${css.faint}`}>{hints.memberPointsCaps}</span>
      <PartFault at="/memberPointsCaps" />
    </div>
  );
}

const expiry = '/pointsExpiry';

function ExpiryFields() {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${expiry}/type`);
  return (
    <div className={css.stack}>
      <div className={css.row2}>
        <SelectField
          label={names.pointsExpiry}
          hint={hints.pointsExpiry}
          pointer={`${expiry}/type`}
          value={type}
          options={optionsOf(texts.expiryTypes)}
          onChange={(next) =>
            set(expiry, next === 'CALENDAR' ? { type: next, unit: 'YEAR' } : { type: next })
          }
        />
        {type === 'ROLLING' || type === 'SLIDING' ? (
          <DraftNumber label={texts.expiryDays} at={`${expiry}/days`} after={texts.days} />
        ) : null}
        {type === 'CALENDAR' ? (
          <DraftChoice
            label={texts.expiryUnit}
            at={`${expiry}/unit`}
            options={optionsOf(texts.expiryUnits)}
          />
        ) : null}
      </div>
      <PartFault at={expiry} />
    </div>
  );
}

const source = '/rewardProviders';

/** Names that the API knows now; the one that stands there is always among them. */
function SourceFields() {
  const { draft } = useDraft();
  const listed = useOperation('listRewardProviders', {}).data?.rewardProviders ?? [];
  const known = listed.map(({ name, kind }) => ({
    value: name,
    text: texts.source(shownText(name), wordOf(texts.sourceKinds, kind)),
  }));
  const optionsAt = (at: string) => {
    const chosen = textAt(draft, at);
    return chosen === '' || known.some(({ value }) => value === chosen)
      ? known
      : known.concat({ value: chosen, text: shownText(chosen) });
  };
  const first = `${source}/default`;
  return (
    <div className={draftCss.stackForm}>
      <DraftChoice
        label={texts.defaultSource}
        hint={hints.rewardProviders}
        at={first}
        options={optionsAt(first)}
      />
      <div className={css.row2}>
        {rewardKinds.map((kind) => (
          <DraftChoice
            key={kind}
            label={words.member.rewardTypes[kind]}
            at={`${source}/byType/${kind}`}
            options={[{ value: '', text: texts.asDefault }, ...optionsAt(`${source}/byType/${kind}`)]}
          />
        ))}
      </div>
      <PartFault at={source} />
    </div>
  );
}
