import type { Schemas } from '@loyalty/client';
import { useEffect, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { numberField } from '../../model/numbers/typed-number.ts';
import { clockText, dayText, utcDay } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { breakageOf, isDay, typedBreakage } from './liability.ts';
import { LiabilityTables } from './liability-tables.tsx';
import type { ChangedSearch, PointsSearch } from './search.ts';
import type { TierNames } from './use-tier-names.ts';
import { pointsWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './points-page.module.css';
import * as factsCss from '../../parts/texts/facts.module.css';

interface LiabilityCardsProps {
  readonly search: PointsSearch;
  readonly names: TierNames;
  readonly onChoose: (changed: ChangedSearch) => void;
}

/** A new environment is counted within minutes; others each night. */
const pollMs = 60_000;

export function LiabilityCards({ search: { day, breakage }, names, onChoose }: LiabilityCardsProps) {
  const today = utcDay(new Date().toISOString());
  const args = { at: day ?? today };
  const read = useOperation('getLiability', args, {
    pollMs,
    pollWhile: ({ days }) => days.length === 0 && args.at === today,
  });
  const count = read.data?.days[0];
  return (
    <>
      <section className={css.card} aria-label={words.liability}>
        <header>
          <h2>{words.liability}</h2>
          <CodeButton operation="getLiability" args={args} />
        </header>
        <div className={`${css.pad} ${css.row2} ${own.fields}`}>
          <DayField
            day={args.at}
            onChoose={(chosen) => onChoose({ day: chosen === today ? undefined : chosen })}
          />
          <BreakageField breakage={breakage} onChoose={(chosen) => onChoose({ breakage: chosen })} />
        </div>
        {read.data === undefined && read.isError ? (
          <ProblemNote error={read.error} onAgain={() => void read.refetch()} />
        ) : null}
        {read.data === undefined && !read.isError ? <Bars rows={6} /> : null}
        {read.data !== undefined && count === undefined ? (
          <p className={css.cardAbout} role="status">
            {words.notCounted}
          </p>
        ) : null}
        {count === undefined ? null : <LiabilityFacts count={count} breakage={breakage} />}
      </section>
      {count === undefined ? null : <LiabilityTables count={count} names={names} />}
    </>
  );
}

interface DayFieldProps {
  readonly day: string;
  readonly onChoose: (day: string) => void;
}

/** A day counts once it is whole: while somebody types it, the browser says that there is none. */
function DayField({ day, onChoose }: DayFieldProps) {
  const [text, setText] = useState(day);
  // The address may change by itself, as with «back».
  useEffect(() => setText(day), [day]);
  return (
    <TextField
      label={words.day}
      hint={words.dayHint}
      type="date"
      value={text}
      fault={isDay(text) ? null : words.noDay}
      onChange={(typed) => {
        setText(typed);
        if (isDay(typed)) onChoose(typed);
      }}
    />
  );
}

interface BreakageFieldProps {
  readonly breakage: number | undefined;
  readonly onChoose: (breakage: number | undefined) => void;
}

function BreakageField({ breakage, onChoose }: BreakageFieldProps) {
  const [text, setText] = useState(numberField(breakage));
  // The address may change by itself. What means the same stays as it was typed, such as «12.50».
  useEffect(
    () => setText((typed) => (typedBreakage(typed) === breakage ? typed : numberField(breakage))),
    [breakage],
  );
  return (
    <TextField
      label={words.breakage}
      hint={words.breakageHint}
      inputMode="decimal"
      after={words.percent}
      value={text}
      fault={typedBreakage(text) === null ? words.noBreakage : null}
      onChange={(typed) => {
        setText(typed);
        const rate = typedBreakage(typed);
        if (rate !== null) onChoose(rate);
      }}
    />
  );
}

interface LiabilityFactsProps {
  readonly count: Schemas['LiabilityDay'];
  readonly breakage: number | undefined;
}

function LiabilityFacts({ count, breakage }: LiabilityFactsProps) {
  const { countedAt, points, pointValueCents, liabilityCents, members, activeMembers } = count;
  return (
    <>
      <p className={css.cardAbout}>{words.countedAt(dayText(countedAt), clockText(countedAt))}</p>
      <hr />
      <dl className={factsCss.list}>
        <Fact name={words.points} text={pointsText(points)} />
        <Fact name={words.value} text={centsText(pointValueCents)} />
        <Fact name={words.whole} text={centsText(liabilityCents)} isStrong />
        {breakage === undefined ? null : (
          <BreakageFacts liabilityCents={liabilityCents} breakage={breakage} />
        )}
        {activeMembers === undefined ? (
          <Fact name={words.members} text={pointsText(members)} />
        ) : (
          <Fact name={words.active} text={words.ofMembers(pointsText(activeMembers), pointsText(members))} />
        )}
      </dl>
    </>
  );
}

function BreakageFacts({
  liabilityCents,
  breakage,
}: {
  readonly liabilityCents: number;
  readonly breakage: number;
}) {
  const { breakageCents, restCents } = breakageOf(liabilityCents, breakage);
  return (
    <>
      <Fact name={words.ofBreakage(percentOf(breakage))} text={centsText(0 - breakageCents)} />
      <Fact name={words.lessBreakage} text={centsText(restCents)} isStrong />
    </>
  );
}

/** Returns a percentage with the decimals that it has, which are at most two. */
const percentOf = (percent: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

interface FactProps {
  readonly name: string;
  readonly text: string;
  readonly isStrong?: boolean;
}

function Fact({ name, text, isStrong = false }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isStrong ? `${css.num} ${css.strong}` : css.num}>{text}</dd>
    </div>
  );
}
