import type { Schemas } from '@loyalty/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { LiabilityCards } from './liability-cards.tsx';
import { defaultStep, isEmpty, noTier, pointSteps, rowsOf, tierIdsIn } from './periods.ts';
import { PeriodsCard } from './periods-card.tsx';
import { PointFigures } from './point-figures.tsx';
import { type ChangedSearch, type PointsSearch, pointsSearch } from './search.ts';
import { type TierNames, useTierNames } from './use-tier-names.ts';
import { pointsWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './points-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

export function PointsPage() {
  return (
    <Permitted operations={['listPointPeriods', 'getLiability']}>
      <Points />
    </Permitted>
  );
}

function Points() {
  const search = useSearch({ from: '/points' });
  const choose = useChoice();
  const names = useTierNames();
  const args = { step: search.step ?? defaultStep };
  const read = useOperation('listPointPeriods', args);
  const isNothing = read.data !== undefined && isEmpty(rowsOf(read.data, undefined));
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.title}
        about={words.about}
        acts={<CodeButton operation="listPointPeriods" args={args} />}
      />
      <Choices search={search} names={names} items={read.data?.items ?? []} onChoose={choose} />
      <ReadCard read={read}>
        {(found) => (isNothing ? <NoPoints /> : <Counted found={found} tier={search.tier} names={names} />)}
      </ReadCard>
      {isNothing ? null : <LiabilityCards search={search} names={names} onChoose={choose} />}
    </main>
  );
}

/** The choice is in the address, so that a link shows the same. */
const useChoice = () => {
  const navigate = useNavigate({ from: '/points' });
  return (changed: ChangedSearch): void =>
    void navigate({
      search: (search) => ({ ...pointsSearch({ ...search, ...changed }), ...modeIn(search) }),
      replace: true,
      resetScroll: false,
    });
};

interface ChoicesProps {
  readonly search: PointsSearch;
  readonly names: TierNames;
  readonly items: readonly Schemas['PointPeriod'][];
  readonly onChoose: (changed: ChangedSearch) => void;
}

function Choices({ search: { step, tier }, names, items, onChoose }: ChoicesProps) {
  // Deleted tiers, and the one of the address, can be chosen, too.
  const others = tier === undefined || tier === noTier ? [] : [tier];
  const ids = new Set(names.ids.concat(tierIdsIn(items), others));
  return (
    <div className={own.choices} role="group" aria-label={words.choices}>
      <Segments
        label={words.step}
        chosen={step ?? defaultStep}
        options={pointSteps.map((value) => ({ value, text: words.steps[value] }))}
        onChoose={(chosen) => onChoose({ step: chosen })}
      />
      <FilterSelect
        label={words.tier}
        any={words.allTiers}
        chosen={tier ?? ''}
        options={[...ids]
          .map((value) => ({ value, text: shownText(names.nameOf(value)) }))
          .concat({ value: noTier, text: words.noTier })}
        onChoose={(chosen) => onChoose({ tier: chosen })}
      />
    </div>
  );
}

interface CountedProps {
  readonly found: Schemas['PointPeriods'];
  readonly tier: string | undefined;
  readonly names: TierNames;
}

function Counted({ found, tier, names }: CountedProps) {
  const rows = rowsOf(found, tier);
  const tierName = tier === undefined ? null : shownText(names.nameOf(tier === noTier ? null : tier));
  return (
    <>
      <PointFigures rows={rows} step={found.step} />
      <PeriodsCard rows={rows} step={found.step} tierName={tierName} />
    </>
  );
}

function NoPoints() {
  return (
    <div className={`${css.card} ${emptyCss.empty}`} role="status">
      <span className={emptyCss.icon}>
        <CalendarRange size={22} />
      </span>
      <h2>{words.noneTitle}</h2>
      <p>{words.none}</p>
    </div>
  );
}
