import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { CampaignForm } from './campaign-form.tsx';
import * as css from '../../styles/common.module.css';

export function EditCampaignPage() {
  return (
    <Permitted operations={['getCampaign', 'updateCampaign', 'listSegments']}>
      <EditCampaign />
    </Permitted>
  );
}

function EditCampaign() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/edit' });
  const found = useOperation('getCampaign', { campaignId });
  const [round, setRound] = useState(0);
  return (
    <main className={css.main} id="content">
      <ReadCard read={found}>
        {(campaign) => (
          <CampaignForm
            key={`${campaignId} ${round.toString()}`}
            initial={draftOf(campaign)}
            record={campaign}
            onTakeTheirs={() => setRound(round + 1)}
          />
        )}
      </ReadCard>
    </main>
  );
}
