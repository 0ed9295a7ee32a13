import type { Schemas } from '@loyalty/client';
import { type ReactNode, useState } from 'react';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { textsAt } from '../../model/drafts/draft.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { campaignPageWords as words, campaignWords } from '../../words/campaigns.ts';
import { groupWords } from '../../words/groups.ts';
import { wordOf } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-page.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';

type Campaign = Schemas['Campaign'];

interface CampaignProps {
  readonly campaign: Campaign;
}

interface FactsProps extends CampaignProps {
  readonly segments: readonly Schemas['Segment'][] | undefined;
}

export function Facts({ campaign, segments }: FactsProps) {
  return (
    <section className={css.card} aria-label={words.facts}>
      <header>
        <h2>{words.facts}</h2>
      </header>
      <dl className={`${css.pad} ${own.terms}`}>
        {campaign.description === null ? null : (
          <Pair label={words.description}>
            <span className={css.wrap}>{shownText(campaign.description)}</span>
          </Pair>
        )}
        <Pair label={words.kind}>{wordOf(campaignWords.kinds, campaign.earningRule.type)}</Pair>
        <ListFacts campaign={campaign} />
        <Pair label={words.segments}>
          <SegmentNames ids={campaign.targetSegmentIds} segments={segments} />
        </Pair>
        <BasketFacts campaign={campaign} />
        <GroupFacts campaign={campaign} />
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
  const listed = (name: string): readonly string[] => textsAt(draft, `/earningRule/${name}`);
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
      <span className={own.names}>
        {items.map((item) => (
          <Name key={item} text={item} className={css.mono} />
        ))}
      </span>
    );
  return (
    <>
      <button type="button" className={css.btn} data-small onClick={() => setOpen(true)}>
        {text}
      </button>
      <Dialog title={text} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className={dialogCss.body}>
          <ul className={`${own.longList} ${css.mono}`} tabIndex={0} aria-label={words.listTitle(text)}>
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
    <span className={own.names}>
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

function GroupFacts({ campaign: { exclusiveGroup, priority, tierMultiplier } }: CampaignProps) {
  return (
    <>
      {exclusiveGroup === null ? null : (
        <Pair label={words.group}>
          <Name text={groupWords.named(exclusiveGroup)} />
        </Pair>
      )}
      {exclusiveGroup === null && priority === 0 ? null : (
        <Pair label={words.priority}>
          <span className={css.num}>{pointsText(priority)}</span>
        </Pair>
      )}
      {tierMultiplier ? <Pair label={words.multiplier}>{groupWords.multiplied}</Pair> : null}
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
        <span className={own.names}>
          <span className={`${css.mono} ${css.wrap}`}>{id}</span>
          <CopyButton text={id} what={words.id} />
        </span>
      </Pair>
    </>
  );
}

function Moment({ iso }: { readonly iso: string }) {
  return <Time iso={iso} text={`${dayText(iso)}, ${clockText(iso)}`} />;
}
