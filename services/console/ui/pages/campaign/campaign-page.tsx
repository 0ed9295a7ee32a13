import type { Schemas } from '@loyalty/client';
import { Link, useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { shownText } from '../../model/shown-text.ts';
import { CampaignState } from '../../parts/names/campaign-state.tsx';
import { WhoChanged } from '../../parts/names/who-changed.tsx';
import { usePageTitle } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { campaignWords } from '../../words/campaigns.ts';
import { useSegments } from '../campaign-form/programme-lists.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { Budget, Results, TimesGiven, Warnings } from './campaign-cards.tsx';
import { CampaignChart } from './campaign-chart.tsx';
import { Facts } from './campaign-facts.tsx';
import { SentenceLine } from './sentence-line.tsx';
import * as css from '../../styles/common.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

export function CampaignPage() {
  return (
    <Permitted operations={['getCampaign', 'listSegments']}>
      <Found />
    </Permitted>
  );
}

function Found() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const found = useOperation('getCampaign', { campaignId });
  return (
    <main className={css.main} id="content">
      {found.data === undefined ? <Crumb /> : null}
      <ReadCard read={found}>{(campaign) => <CampaignBody campaign={campaign} />}</ReadCard>
    </main>
  );
}

function CampaignBody({ campaign }: { readonly campaign: Schemas['Campaign'] }) {
  const { segments } = useSegments();
  return (
    <>
      <CampaignHead campaign={campaign} />
      <SentenceLine draft={draftOf(campaign)} segments={segments} />
      <div className={css.grid2}>
        <div>
          {campaign.activatedAt === null ? null : (
            <>
              <CampaignChart campaignId={campaign.id} />
              <Results campaignId={campaign.id} />
            </>
          )}
          <Facts campaign={campaign} segments={segments} />
        </div>
        <div>
          <Budget campaign={campaign} />
          <TimesGiven campaign={campaign} />
          <Warnings campaign={campaign} />
          <WhoChanged objectType="campaign" objectId={campaign.id} />
        </div>
      </div>
    </>
  );
}

function Crumb() {
  return (
    <p className={headCss.crumb}>
      <Link className={css.link} to="/campaigns" search={modeIn}>
        {campaignWords.title}
      </Link>
    </p>
  );
}

function CampaignHead({ campaign }: { readonly campaign: Schemas['Campaign'] }) {
  const title = shownText(campaign.name);
  const heading = usePageTitle(title);
  return (
    <header className={headCss.head}>
      <div className={headCss.text}>
        <Crumb />
        <h1 ref={heading} tabIndex={-1} className={css.wrap}>
          <bdi>{title}</bdi>
        </h1>
        <CampaignState campaign={campaign} />
      </div>
      <CampaignActions campaign={campaign} />
    </header>
  );
}
