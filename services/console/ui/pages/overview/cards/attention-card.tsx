import type { Schemas } from '@loyalty/client';
import { CirclePause, Clock, Gift, Layers, TriangleAlert, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { pointsText, shareOf } from '../../../model/numbers/figures.ts';
import { shownText } from '../../../model/shown-text.ts';
import { hostOf } from '../../../model/webhooks.ts';
import { Meter } from '../../../parts/charts/meter.tsx';
import { Bars } from '../../../parts/lists/bars.tsx';
import { PageLink } from '../../../parts/names/page-link.tsx';
import { ProblemNote } from '../../../parts/page/problem.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { wordOf } from '../../../words/index.ts';
import type { Programme } from '../use-programme.ts';
import { overviewWords } from '../words.ts';
import { type Attention, attentionOf } from './attention.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../overview-page.module.css';

const shownMax = 6;

export function AttentionCard({ programme }: { readonly programme: Programme }) {
  const { campaigns, webhooks, rewards, readAgain } = programme;
  const error = programme.campaignsError ?? programme.attentionError;
  const isKnown = campaigns !== undefined && webhooks !== undefined && rewards !== undefined;
  const found = isKnown
    ? attentionOf({
        campaigns,
        webhooks,
        failedRewards: rewards.rewards,
        isMore: rewards.nextCursor !== null,
      })
    : [];
  return (
    <section className={css.card} aria-label={overviewWords.attention}>
      <header>
        <h2>{overviewWords.attention}</h2>
        {found.length === 0 ? null : (
          <Chip tone="bad">
            <span aria-hidden>{found.length}</span>
            <span className={css.vh}>{overviewWords.attentionCount(found.length)}</span>
          </Chip>
        )}
      </header>
      {isKnown ? <Found found={found} programme={programme} /> : null}
      {!isKnown && error !== null ? <ProblemNote error={error} onAgain={readAgain} /> : null}
      {!isKnown && error === null ? <Bars rows={2} /> : null}
    </section>
  );
}

interface FoundProps {
  readonly found: readonly Attention[];
  readonly programme: Programme;
}

function Found({ found, programme: { seesWebhooks, retiering } }: FoundProps) {
  if (found.length === 0 && retiering === null)
    return (
      <p className={`${css.pad} ${css.muted}`}>
        {seesWebhooks ? overviewWords.calm : overviewWords.calmInPart}
      </p>
    );
  return (
    <>
      <ul className={own.todo}>
        {found.slice(0, shownMax).map((one) => (
          <AttentionLine key={JSON.stringify(one)} attention={one} />
        ))}
        {retiering === null ? null : <RetieringLine run={retiering} />}
      </ul>
      {found.length <= shownMax ? null : (
        <p className={`${own.rest} ${css.small} ${css.faint}`}>
          {overviewWords.moreOfIt(found.length - shownMax)}
        </p>
      )}
    </>
  );
}

function AttentionLine({ attention }: { readonly attention: Attention }) {
  const { icon, title, detail, path, query, hash, action } = lineOf(attention);
  return (
    <li>
      {icon}
      <div className={own.todoText}>
        <p className={css.strong}>{title}</p>
        <p className={`${css.small} ${css.muted}`}>
          <bdi>{shownText(detail)}</bdi>
        </p>
      </div>
      <PageLink
        path={path}
        query={query}
        hash={hash}
        className={`${css.btn} ${own.smallBtn}`}
        label={`${action}: ${title}: ${detail}`}
      >
        {action}
      </PageLink>
    </li>
  );
}

interface Line {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly action: string;
}

const lineOf = (attention: Attention): Line => {
  switch (attention.kind) {
    case 'endpoint':
    case 'gone':
      return {
        icon: <Webhook size={16} className={css.bad} />,
        title: overviewWords.endpointDisabled,
        detail:
          attention.kind === 'gone'
            ? overviewWords.gone(hostOf(attention.url))
            : overviewWords.failed(hostOf(attention.url), attention.failures),
        path: `/webhooks/${attention.webhookId}`,
        action: overviewWords.look,
      };
    case 'budget':
      return {
        icon: <CirclePause size={16} className={css.bad} />,
        title: overviewWords.budgetSpent,
        detail: attention.name,
        path: `/campaigns/${attention.campaignId}/edit`,
        hash: 'maxBudgetCents',
        action: overviewWords.raise,
      };
    case 'rewards':
      return {
        icon: <Gift size={16} className={css.warn} />,
        title: rewardsTitle(attention.count, attention.isMore),
        detail: overviewWords.noCodeDetail,
        path: '/rewards',
        query: { state: 'FAILED' },
        action: overviewWords.look,
      };
    case 'utc':
      return {
        icon: <Clock size={16} className={css.warn} />,
        title: overviewWords.utcCampaigns(attention.count),
        detail: overviewWords.utcDetail,
        path: '/settings',
        action: overviewWords.setTimeZone,
      };
    case 'warning':
      return {
        icon: <TriangleAlert size={16} className={css.warn} />,
        title: wordOf(overviewWords.warnings, attention.code),
        detail: attention.name,
        path: `/campaigns/${attention.campaignId}`,
        action: overviewWords.look,
      };
  }
};

const rewardsTitle = (count: number, isMore: boolean): string =>
  count === 1 && !isMore
    ? overviewWords.oneNoCode
    : overviewWords.noCode(isMore ? overviewWords.orMore(pointsText(count)) : pointsText(count));

function RetieringLine({ run }: { readonly run: Schemas['Retiering'] }) {
  const { state, scanned, membersTotal, changed } = run;
  return (
    <li>
      <Layers size={16} className={css.muted} />
      <div className={own.todoText}>
        <p className={css.strong}>{overviewWords.retiering}</p>
        <p className={`${css.small} ${css.muted}`}>
          {state === 'QUEUED'
            ? overviewWords.retieringQueued
            : overviewWords.retieringDetail(
                pointsText(scanned),
                pointsText(membersTotal),
                pointsText(changed),
              )}
        </p>
        <Meter share={shareOf(scanned, membersTotal - scanned)} label={overviewWords.retiering} />
      </div>
      <PageLink path="/tiers" className={`${css.btn} ${own.smallBtn}`}>
        {overviewWords.look}
      </PageLink>
    </li>
  );
}
