import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { Award, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCampaignNames } from '../../api/use-campaigns.ts';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { ActionLink } from '../../parts/forms/action-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { benefitText, type CampaignNames } from './benefit-texts.ts';
import { DeleteTier } from './delete-tier.tsx';
import { RetieringCard } from './retiering-card.tsx';
import { exclusiveCampaignIds } from './tier-body.ts';
import { type TierCounts, useTierCounts } from './use-tier-counts.ts';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './tiers-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Tier = Schemas['Tier'];

export function TiersPage() {
  return (
    <Permitted operations={['listTiers', 'getRetiering']}>
      <TiersBody />
    </Permitted>
  );
}

/** Returns the tiers with the highest first. */
const descending = (tiers: readonly Tier[]): readonly Tier[] =>
  tiers.toSorted((one, other) => other.minLifetimePoints - one.minLifetimePoints);

function TiersBody() {
  const list = useOperation('listTiers', {});
  return (
    <main className={css.main} id="content">
      <PageHead
        title={tierWords.title}
        about={tierWords.about}
        acts={
          <>
            <CodeButton operation="listTiers" args={{}} />
            <ActionLink operations={['createTier']} kind="main" to="/tiers/new" search={modeIn}>
              <Plus size={16} /> {tierWords.new}
            </ActionLink>
          </>
        }
      />
      <div className={css.grid2}>
        <div>
          <ReadCard read={list}>
            {({ tiers }) => (tiers.length === 0 ? <NoTiers /> : <Ladder tiers={descending(tiers)} />)}
          </ReadCard>
        </div>
        <div>
          <RetieringCard />
        </div>
      </div>
    </main>
  );
}

function NoTiers() {
  return (
    <section className={`${css.card} ${emptyCss.empty}`} role="status">
      <span className={emptyCss.icon}>
        <Award size={22} />
      </span>
      <h2>{tierWords.noneTitle}</h2>
      <p>{tierWords.none}</p>
    </section>
  );
}

function Ladder({ tiers }: { readonly tiers: readonly Tier[] }) {
  const { counts, isPending, count } = useTierCounts(tiers);
  const hasCampaigns = tiers.some(({ benefits }) =>
    benefits.some(({ type }) => type === 'EXCLUSIVE_CAMPAIGN'),
  );
  const names = useCampaignNames(hasCampaigns);
  const [deleted, setDeleted] = useState<Tier | null>(null);
  const isFromZero = tiers.some(({ minLifetimePoints }) => minLifetimePoints === 0);
  return (
    <section className={css.card} aria-label={tierWords.ladder}>
      <header>
        <h2>{tierWords.ladder}</h2>
        <ActionButton operations={['previewSegment']} isSmall isBusy={isPending} onClick={() => count()}>
          {isPending ? tierWords.counting : tierWords.count}
        </ActionButton>
      </header>
      <ol className={own.ladder}>
        {tiers.map((tier) => (
          <Rung key={tier.id} tier={tier} names={names} counts={counts} onDelete={() => setDeleted(tier)} />
        ))}
        {isFromZero ? null : (
          <li className={own.rung} data-none>
            <p className={`${own.rungPoints} ${css.num}`}>{pointsText(0)}</p>
            <div className={own.rungText}>
              <p className={css.muted}>{tierWords.below}</p>
              <Count counts={counts} id="" />
            </div>
          </li>
        )}
      </ol>
      <DeleteTier
        tier={deleted}
        campaigns={exclusiveCampaignIds(deleted?.benefits ?? []).map((id) => names.get(id) ?? id)}
        onClose={() => setDeleted(null)}
      />
    </section>
  );
}

interface RungProps {
  readonly tier: Tier;
  readonly names: CampaignNames;
  readonly counts: TierCounts;
  readonly onDelete: () => void;
}

function Rung({ tier, names, counts, onDelete }: RungProps) {
  const { id, name, minLifetimePoints, benefits } = tier;
  return (
    <li className={own.rung}>
      <p className={`${own.rungPoints} ${css.num}`}>
        {pointsText(minLifetimePoints)} <small>{tierWords.pointsEver}</small>
      </p>
      <div className={own.rungText}>
        <h3>
          <Link to="/tiers/$tierId" params={{ tierId: id }} search={modeIn} className={own.rungName}>
            <Name text={name} />
          </Link>
        </h3>
        {benefits.length === 0 ? (
          <p className={`${css.small} ${css.faint}`}>{tierWords.noBenefits}</p>
        ) : (
          <ul className={own.rungBenefits}>
            {benefits.map((benefit, place) => (
              <li key={place}>
                <Name text={benefitText(benefit, names)} className={css.small} />
              </li>
            ))}
          </ul>
        )}
        <Count counts={counts} id={id} />
      </div>
      <RungActs tier={tier} onDelete={onDelete} />
    </li>
  );
}

function RungActs({ tier: { id, name }, onDelete }: Pick<RungProps, 'tier' | 'onDelete'>) {
  const shown = shownText(name);
  return (
    <div className={own.rungActs}>
      <ActionLink
        operations={['updateTier']}
        isSmall
        to="/tiers/$tierId"
        params={{ tierId: id }}
        search={modeIn}
      >
        <Pencil size={14} aria-hidden />
        <span aria-hidden>{tierWords.editWord}</span>
        <span className={css.vh}>{tierWords.edit(shown)}</span>
      </ActionLink>
      <ActionButton operations={['deleteTier']} kind="quiet" isSmall onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
        <span className={css.vh}>{tierWords.delete(shown)}</span>
      </ActionButton>
    </div>
  );
}

function Count({ counts, id }: { readonly counts: TierCounts; readonly id: string }) {
  const count = counts.get(id);
  if (count === undefined) return null;
  return (
    <p className={`${css.small} ${css.muted} ${css.num}`} role="status">
      {count === 1 ? tierWords.oneMember : tierWords.members(pointsText(count))}
    </p>
  );
}
