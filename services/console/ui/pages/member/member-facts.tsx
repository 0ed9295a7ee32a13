import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { centsText, pointsText, shareOf, valueCents } from '../../model/numbers/figures.ts';
import { clockText, dayText, daysFrom, utcDay } from '../../model/times/times.ts';
import { Meter } from '../../parts/charts/meter.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { words } from '../../words/index.ts';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as factsCss from '../../parts/texts/facts.module.css';

type Member = Schemas['Member'];

/** Rates and tiers change seldom. */
const rarelyMs = 60_000;

/** Nobody can redeem the points of an erased or merged member any more, or reach a tier with them. */
export function MemberFacts({ member }: { readonly member: Member }) {
  const isGone = hasNoWorth(member);
  return (
    <ul className={`${css.card} ${factsCss.facts}`}>
      <Balance member={member} />
      {isGone ? null : <NextExpiry memberId={member.id} />}
      {isGone ? null : <Tier member={member} />}
      <LastSeen member={member} />
    </ul>
  );
}

const hasNoWorth = ({ state }: Member): boolean => state === 'anonymized' || state === 'merged';

function Balance({ member }: { readonly member: Member }) {
  const { pointsBalance, pointsToDeduct } = member;
  const isWorth = !hasNoWorth(member);
  const rate = useOperation('getBurnRate', {}, { staleMs: rarelyMs, isEnabled: isWorth }).data?.pointsPerRand;
  return (
    <li>
      <div className={factsCss.label}>{memberWords.facts.balance}</div>
      <div className={factsCss.value}>
        {pointsText(pointsBalance)} <small>{memberWords.facts.points}</small>
      </div>
      {isWorth ? <p>{worthText(Math.max(0, pointsBalance - pointsToDeduct), rate)}</p> : null}
      {pointsToDeduct > 0 ? <p>{memberWords.facts.toDeduct(pointsText(pointsToDeduct))}</p> : null}
    </li>
  );
}

const worthText = (points: number, rate: number | null | undefined): string => {
  if (rate === undefined) return words.nothingYet;
  return rate === null
    ? memberWords.facts.noWorth
    : memberWords.facts.worth(centsText(valueCents(points, rate)));
};

function NextExpiry({ memberId }: { readonly memberId: string }) {
  const found = useOperation('listExpiringPoints', { memberId });
  const next = found.data?.expiring[0];
  if (next === undefined)
    return (
      <li>
        <div className={factsCss.label}>{memberWords.facts.next}</div>
        <div className={factsCss.value}>
          {found.isPending ? words.nothingYet : memberWords.facts.nothingExpires}
        </div>
        <p>{found.isPending ? words.nothingYet : memberWords.facts.nothingExpiresDetail}</p>
      </li>
    );
  const days = daysFrom(new Date().toISOString(), next.expiresAt);
  return (
    <li>
      <div className={factsCss.label}>{memberWords.facts.next}</div>
      <div className={factsCss.value}>
        {pointsText(next.points)} <small>{memberWords.facts.on(dayText(next.expiresAt))}</small>
      </div>
      <p>{memberWords.facts.inDays(Math.max(0, days))}</p>
    </li>
  );
}

function Tier({ member: { tier, lifetimePoints } }: { readonly member: Member }) {
  const tiers = useOperation('listTiers', {}, { staleMs: rarelyMs }).data?.tiers ?? [];
  const { name, nextTierId, pointsToNextTier } = tier;
  const nextName = tiers.find(({ id }) => id === nextTierId)?.name;
  return (
    <li>
      <div className={factsCss.label}>{memberWords.facts.tier}</div>
      <div className={factsCss.value}>{name === null ? memberWords.facts.noTier : <Name text={name} />}</div>
      {pointsToNextTier === null ? (
        <p>{name === null ? memberWords.facts.noTierDetail : memberWords.facts.topTier}</p>
      ) : (
        <>
          <p className={css.wrap}>
            {nextName === undefined ? (
              memberWords.facts.toNextUnnamed(pointsText(pointsToNextTier))
            ) : (
              <Name text={memberWords.facts.toNext(pointsText(pointsToNextTier), nextName)} />
            )}
          </p>
          <Meter share={shareOf(lifetimePoints, pointsToNextTier)} label={memberWords.facts.towards} />
        </>
      )}
    </li>
  );
}

function LastSeen({ member: { lastActivityAt, enrolledAt } }: { readonly member: Member }) {
  return (
    <li>
      <div className={factsCss.label}>{memberWords.facts.lastSeen}</div>
      <div className={factsCss.value}>
        {lastActivityAt === null ? (
          memberWords.facts.never
        ) : (
          <Time iso={lastActivityAt} text={seenText(lastActivityAt)} />
        )}
      </div>
      <p>{memberWords.facts.since(dayText(enrolledAt))}</p>
    </li>
  );
}

const seenText = (iso: string): string =>
  utcDay(iso) === utcDay(new Date().toISOString()) ? `${clockText(iso)} ${words.utc}` : dayText(iso);
