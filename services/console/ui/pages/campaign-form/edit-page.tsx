import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { draftOf } from '../../model/campaign-draft.ts';
import { Bars } from '../../parts/bars.tsx';
import { Permitted } from '../../parts/permitted.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import '../../styles/campaigns.css';
import { CampaignForm } from './campaign-form.tsx';

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
    <main className="main" id="content">
      {found.data === undefined ? null : (
        <CampaignForm
          key={`${campaignId} ${round.toString()}`}
          initial={draftOf(found.data)}
          record={found.data}
          onTakeTheirs={() => {
            setRound(round + 1);
          }}
        />
      )}
      {found.isPending ? (
        <div className="card">
          <Bars rows={6} />
        </div>
      ) : null}
      {found.isError && found.data === undefined ? (
        <div className="card">
          <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
        </div>
      ) : null}
    </main>
  );
}
