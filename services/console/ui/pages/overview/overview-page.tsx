import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { useFirstPage } from '../../app/first-page.ts';
import { modeIn } from '../../app/mode.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { words } from '../../words/index.ts';
import { ActivityChart } from './activity/activity-chart.tsx';
import { hasActivity, hoursFrom } from './activity/activity.ts';
import { Figures } from './activity/figures.tsx';
import { ranges, type ShownRange, defaultRange } from './activity/ranges.ts';
import { Updated } from './activity/updated.tsx';
import { useLiveActivity } from './activity/use-live-activity.ts';
import { AttentionCard } from './cards/attention-card.tsx';
import { BudgetsCard } from './cards/budgets-card.tsx';
import { CampaignsCard } from './cards/campaigns-card.tsx';
import { isRunning, useSampleRun } from './samples/sample-run.ts';
import { useProgramme } from './use-programme.ts';
import { overviewWords } from './words.ts';
import * as css from '../../styles/common.module.css';

/** Only a new environment needs them. */
const FirstSteps = lazy(async () => ({ default: (await import('./samples/first-steps.tsx')).FirstSteps }));

/** The front page: the overview, or the first page of the sidebar for a person who may not see that. */
export function OverviewPage() {
  const first = useFirstPage();
  if (first !== undefined && first.path !== '/') return <Navigate to={first.path} search={modeIn} replace />;
  return (
    <Permitted operations={['getActivity', 'listCampaigns', 'listCampaignActivity']}>
      <Environment />
    </Permitted>
  );
}

function Environment() {
  const { tenantId, mode } = useLoyalty();
  // What is kept between reads is of one environment.
  return <Overview key={`${tenantId} ${mode}`} />;
}

function Overview() {
  const { range = defaultRange } = useSearch({ from: '/' });
  const run = useSampleRun();
  const activity = useLiveActivity(range, isRunning(run));
  const programme = useProgramme();
  const { minutes, asOf, error, readAgain } = activity;
  const isKnown = asOf !== undefined && activity.hasHours;
  const isEmpty = isKnown && !hasActivity(activity.hours);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.pages.overview}
        about={<Updated atMs={minutes.dataUpdatedAt} isFailing={minutes.isError} />}
        acts={
          <>
            <CodeButton operation="getActivity" args={shownCall(range, asOf)} />
            <RangeChoice range={range} />
          </>
        }
      />
      {isEmpty || run.state !== 'none' ? (
        <Suspense fallback={null}>
          <FirstSteps run={run} active={programme.active} />
        </Suspense>
      ) : null}
      {isKnown ? (
        <Figures hours={activity.hours} asOf={asOf} perSecond={activity.perSecond} />
      ) : (
        <section className={css.card} aria-label={overviewWords.figures}>
          {error === null ? <Bars rows={3} /> : <ProblemNote error={error} onAgain={readAgain} />}
        </section>
      )}
      <div className={css.grid2}>
        <div>
          {isKnown ? <ActivityChart range={range} activity={activity} /> : null}
          <CampaignsCard programme={programme} />
        </div>
        <div>
          <AttentionCard programme={programme} />
          <BudgetsCard programme={programme} />
        </div>
      </div>
    </main>
  );
}

/** The call that brings what the chart shows. */
const shownCall = (range: ShownRange, asOf: string | undefined) => {
  switch (range) {
    case '1h':
      return { step: 'minute' } as const;
    case '24h':
      return { step: 'hour' } as const;
    case '7d':
      return { step: 'hour', from: asOf === undefined ? undefined : hoursFrom(asOf) } as const;
    case '30d':
      return { step: 'day' } as const;
  }
};

function RangeChoice({ range }: { readonly range: ShownRange }) {
  const navigate = useNavigate();
  return (
    <Segments
      label={overviewWords.range}
      chosen={range}
      options={ranges.map((value) => ({ value, text: overviewWords.ranges[value] }))}
      onChoose={(value) =>
        void navigate({
          to: '/',
          search: (search) => ({ ...(value === defaultRange ? {} : { range: value }), ...modeIn(search) }),
          replace: true,
        })
      }
    />
  );
}
