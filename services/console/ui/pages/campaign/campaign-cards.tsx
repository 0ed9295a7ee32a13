import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { draftOf } from '../../model/campaign-draft.ts';
import { listAt } from '../../model/draft.ts';
import { centsText, pointsText } from '../../model/figures.ts';
import { percentText } from '../../model/sentence-texts.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText, utcDay } from '../../model/times.ts';
import { Bars } from '../../parts/bars.tsx';
import { BudgetMeter } from '../../parts/budget-meter.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Name } from '../../parts/name.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { campaignPageWords as words, campaignWords } from '../../words/campaigns.ts';
import { wordOf } from '../../words/index.ts';

type Campaign = Schemas['Campaign'];

interface CampaignProps {
  readonly campaign: Campaign;
}

const dayMs = 86_400_000;

/** What it gave in seven days, today among them. */
export function Awards({ campaignId }: { readonly campaignId: string }) {
  const from = utcDay(new Date(Date.now() - 6 * dayMs).toISOString());
  const found = useOperation('listCampaignActivity', { from }, { staleMs: 30_000, pollMs: 30_000 });
  const given = found.data?.campaigns.find((one) => one.campaignId === campaignId);
  const figures = [
    { label: words.awards, text: pointsText(given?.awards ?? 0) },
    { label: words.points, text: pointsText(given?.pointsEarned ?? 0) },
    { label: words.rewards, text: pointsText(given?.rewardsGiven ?? 0) },
    { label: words.cost, text: centsText(given?.costCents ?? 0) },
  ];
  return (
    <section className="card" aria-label={words.awardsTitle}>
      <header>
        <h2>{words.awardsTitle}</h2>
        <span className="small faint">{words.asItHappens}</span>
      </header>
      {found.isPending ? <Bars rows={2} /> : null}
      {found.isError && found.data === undefined ? (
        <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
      ) : null}
      {found.data === undefined ? null : (
        <dl className="figures">
          {figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

export function Budget({ campaign }: CampaignProps) {
  const { id: campaignId, maxBudgetCents, spentCents, alertThreshold, pausedReason } = campaign;
  const { permissions } = useSession();
  const canRaise = missingPermission(['updateCampaign'], permissions) === null;
  return (
    <section className="card" aria-label={words.budgetTitle}>
      <header>
        <h2>{words.budgetTitle}</h2>
        {maxBudgetCents === null ? null : (
          <span className="small faint">{words.alertAt(percentText(alertThreshold * 100))}</span>
        )}
      </header>
      <div className="pad stack">
        <BudgetMeter campaign={campaign} />
        {maxBudgetCents === null ? (
          <p className="small muted">{words.noBudget}</p>
        ) : (
          <p className="small muted">{words.left(centsText(Math.max(0, maxBudgetCents - spentCents)))}</p>
        )}
        {pausedReason === 'BUDGET' ? (
          <div className="stack">
            <p className="small bad">{words.budgetSpent}</p>
            {canRaise ? (
              <Link
                className="btn push-0"
                data-small
                to="/campaigns/$campaignId/edit"
                params={{ campaignId }}
                search={modeIn}
              >
                {words.raise}
              </Link>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}

export function Warnings({ campaign: { warnings } }: CampaignProps) {
  if (warnings.length === 0) return null;
  return (
    <section className="card" aria-label={words.warnings}>
      <header>
        <h2>{words.warnings}</h2>
      </header>
      <ul className="pad stack">
        {warnings.map(({ code, message, pointer }) => (
          <li key={`${code} ${pointer}`} className="warning">
            <TriangleAlert size={16} className="warn" />
            <div>
              <p className="wrap">{message}</p>
              <p className="small faint mono wrap">{pointer}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FactsProps extends CampaignProps {
  readonly segments: readonly Schemas['Segment'][] | undefined;
}

export function Facts({ campaign, segments }: FactsProps) {
  return (
    <section className="card" aria-label={words.facts}>
      <header>
        <h2>{words.facts}</h2>
      </header>
      <dl className="pad pairs">
        {campaign.description === null ? null : (
          <Pair label={words.description}>
            <span className="wrap">{shownText(campaign.description)}</span>
          </Pair>
        )}
        <Pair label={words.kind}>{wordOf(campaignWords.kinds, campaign.earningRule.type)}</Pair>
        <ListFacts campaign={campaign} />
        <Pair label={words.segments}>
          <SegmentNames ids={campaign.targetSegmentIds} segments={segments} />
        </Pair>
        <BasketFacts campaign={campaign} />
        <TimeFacts campaign={campaign} />
      </dl>
    </section>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ListFacts({ campaign }: CampaignProps) {
  const draft = draftOf(campaign);
  const listed = (name: string): readonly string[] => listAt(draft, `/earningRule/${name}`).map(String);
  const products = listed('skus');
  const categories = listed('categories');
  return (
    <>
      {products.length + categories.length === 0 ? null : (
        <Pair label={words.products}>
          <LongList items={products} textOf={words.productsText} />
          <LongList items={categories} textOf={words.categoriesText} />
        </Pair>
      )}
      <Pair label={words.stores}>
        {campaign.storeIds.length === 0 ? (
          words.everywhere
        ) : (
          <LongList items={campaign.storeIds} textOf={words.storesText} />
        )}
      </Pair>
    </>
  );
}

const shownMax = 3;

/** A few names, or how many there are with the list on demand. */
function LongList({
  items,
  textOf,
}: {
  readonly items: readonly string[];
  readonly textOf: (count: number, text: string) => string;
}) {
  const [isOpen, setOpen] = useState(false);
  const text = textOf(items.length, pointsText(items.length));
  if (items.length === 0) return null;
  if (items.length <= shownMax)
    return (
      <span className="names">
        {items.map((item) => (
          <Name key={item} text={item} className="mono" />
        ))}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="btn"
        data-small
        onClick={() => {
          setOpen(true);
        }}
      >
        {text}
      </button>
      <Dialog
        title={text}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
        }}
      >
        <div className="dialog-body">
          <ul className="long-list mono" tabIndex={0} aria-label={words.listTitle(text)}>
            {items.map((item) => (
              <li key={item}>
                <Name text={item} />
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  );
}

function SegmentNames({
  ids,
  segments = [],
}: {
  readonly ids: readonly string[];
  readonly segments: readonly Schemas['Segment'][] | undefined;
}) {
  if (ids.length === 0) return words.everybody;
  const names = new Map(segments.map(({ id, name }) => [id, name]));
  return (
    <span className="names">
      {ids.map((id) => (
        <Name key={id} text={names.get(id) ?? id} />
      ))}
    </span>
  );
}

function BasketFacts({ campaign: { minSpend, currency, redemptionRule } }: CampaignProps) {
  return (
    <>
      <Pair label={words.minSpend}>{minSpend === null ? words.anyBasket : centsText(minSpend)}</Pair>
      <Pair label={words.currency}>{currency ?? words.anyCurrency}</Pair>
      {redemptionRule === null ? <Pair label={words.redemption}>{words.noRedemption}</Pair> : null}
    </>
  );
}

function TimeFacts({ campaign: { id, createdAt, activatedAt, updatedAt } }: CampaignProps) {
  return (
    <>
      <Pair label={words.created}>
        <Moment iso={createdAt} />
      </Pair>
      <Pair label={words.activatedAt}>
        {activatedAt === null ? words.never : <Moment iso={activatedAt} />}
      </Pair>
      <Pair label={words.updated}>
        <Moment iso={updatedAt} />
      </Pair>
      <Pair label={words.id}>
        <span className="names">
          <span className="mono wrap">{id}</span>
          <CopyButton text={id} what={words.id} />
        </span>
      </Pair>
    </>
  );
}

function Moment({ iso }: { readonly iso: string }) {
  return <Time iso={iso} text={`${dayText(iso)}, ${clockText(iso)}`} />;
}
