import type { Schemas } from '@loyalty/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLoyalty } from '../../../api/client.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { Meter } from '../../../parts/charts/meter.tsx';
import { FirstReceipt } from '../../../parts/code/first-receipt.tsx';
import { ActionButton } from '../../../parts/forms/action-button.tsx';
import { ProblemLine } from '../../../parts/page/problem.tsx';
import { sampleWords } from './words.ts';
import { SetupCard } from './setup-card.tsx';
import { isRunning, type SampleRun, startSampleRun } from './sample-run.ts';
import { sampleCount } from './sample.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../overview-page.module.css';

interface FirstStepsProps {
  readonly run: SampleRun;
  /** Active campaigns; undefined until they are known. */
  readonly active: readonly Schemas['Campaign'][] | undefined;
}

/**
 * Shows the first steps while nothing has happened yet: samples, only in test, and the first receipt as a
 * call.
 */
export function FirstSteps(props: FirstStepsProps) {
  const { mode } = useLoyalty();
  const isTest = mode === 'test';
  const { title, about } = isTest
    ? { title: sampleWords.own, about: sampleWords.ownAbout }
    : { title: sampleWords.liveTitle, about: sampleWords.liveAbout };
  return (
    <>
      <SetupCard active={props.active} />
      <div className={isTest ? own.firstSteps : undefined}>
        {isTest ? <SampleCard {...props} /> : null}
        <section className={`${css.card} ${own.firstStep}`} aria-label={title}>
          <h2>{title}</h2>
          <p className={css.muted}>{about}</p>
          <FirstReceipt />
          {isTest ? null : (
            <p>
              <Link className={css.btn} to="/" search={{ mode: 'test' }}>
                {sampleWords.inTest}
              </Link>
            </p>
          )}
        </section>
      </div>
    </>
  );
}

function SampleCard({ run, active }: FirstStepsProps) {
  const target = useLoyalty();
  const hasCampaign = active === undefined || active.length > 0;
  useReadAnew(run);
  return (
    <section className={`${css.card} ${own.firstStep}`} aria-label={sampleWords.title}>
      <h2>{sampleWords.title}</h2>
      <p className={css.muted}>{sampleWords.about}</p>
      {hasCampaign || run.state !== 'none' ? null : (
        <p className={css.muted}>{sampleWords.makesCampaign(sampleWords.campaignName)}</p>
      )}
      <Progress run={run} />
      <div className={css.rowB}>
        <ActionButton
          operations={['createCampaign', 'activateCampaign', 'createMember', 'bulkEvaluateTransactions']}
          kind="main"
          isBusy={isRunning(run)}
          isDisabled={active === undefined}
          onClick={() => void startSampleRun(target, sampleWords.campaignName)}
        >
          {run.state === 'done' ? sampleWords.again : sampleWords.send}
        </ActionButton>
      </div>
    </section>
  );
}

function Progress({ run }: { readonly run: SampleRun }) {
  if (run.state === 'none') return null;
  if (run.state === 'failed') return <ProblemLine error={run.error} faults={[]} />;
  const { state, sent, refusals } = run;
  const [refusal] = refusals;
  return (
    <div className={css.stack} role="status">
      <Meter
        share={sent / sampleCount}
        label={sampleWords.progress}
        tone={state === 'done' ? 'ok' : undefined}
      />
      <p className={`${css.small} ${css.muted}`}>{progressText(state, sent)}</p>
      {refusal === undefined ? null : (
        <p className={`${css.small} ${css.bad} ${css.wrap}`}>
          {sampleWords.refused(pointsText(refusals.length), refusal)}
        </p>
      )}
    </div>
  );
}

const progressText = (state: 'campaign' | 'members' | 'receipts' | 'done', sent: number): string => {
  switch (state) {
    case 'campaign':
    case 'members':
      return sampleWords.doing[state];
    case 'receipts':
      return sampleWords.sent(pointsText(sent), pointsText(sampleCount));
    case 'done':
      return sampleWords.done(pointsText(sent));
  }
};

/** Reads what is usually read once a minute as soon as a run ends. */
const useReadAnew = ({ state }: SampleRun): void => {
  const queries = useQueryClient();
  const { tenantId, mode } = useLoyalty();
  const isOver = state === 'done' || state === 'failed';
  useEffect(() => {
    if (isOver)
      for (const operation of ['listCampaigns', 'listCampaignActivity', 'listMembers'])
        void queries.invalidateQueries({ queryKey: [tenantId, mode, operation] });
  }, [isOver, queries, tenantId, mode]);
};
