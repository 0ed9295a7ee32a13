import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { draftOf } from '../../model/campaign-draft.ts';
import { Bars } from '../../parts/bars.tsx';
import { ProblemNote, ProblemPage } from '../../parts/problem.tsx';
import { words as shared } from '../../words/index.ts';
import '../../styles/campaigns.css';
import { CampaignForm } from './campaign-form.tsx';

export function EditCampaignPage() {
  const { permissions } = useSession();
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/edit' });
  const missing = missingPermission(['getCampaign', 'updateCampaign', 'listSegments'], permissions);
  const found = useOperation('getCampaign', { campaignId }, { isEnabled: missing === null });
  const [round, setRound] = useState(0);
  if (missing !== null)
    return (
      <ProblemPage title={shared.problem.notAllowed} detail={shared.problem.notAllowedDetail(missing)} />
    );
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
