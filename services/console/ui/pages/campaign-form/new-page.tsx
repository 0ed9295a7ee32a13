import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { type ShownMode, useMode } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { copyOf } from '../../model/campaign-copy.ts';
import { Bars } from '../../parts/bars.tsx';
import { ProblemNote, ProblemPage } from '../../parts/problem.tsx';
import { campaignFormWords as words } from '../../words/campaign-form.ts';
import { words as shared } from '../../words/index.ts';
import '../../styles/campaigns.css';
import { CampaignForm, firstDraft } from './campaign-form.tsx';
import { ExclusiveNotice } from './exclusive-notice.tsx';
import { Notice } from './form-notices.tsx';
import { useSegments } from './programme-lists.ts';

/** A new campaign, empty or filled in from another one (M62). */
export function NewCampaignPage() {
  const { permissions } = useSession();
  const mode = useMode();
  const { copy, of } = useSearch({ from: '/campaigns/new' });
  const missing = missingPermission(['createCampaign', 'listSegments'], permissions);
  if (missing !== null)
    return (
      <ProblemPage title={shared.problem.notAllowed} detail={shared.problem.notAllowedDetail(missing)} />
    );
  return (
    <main className="main" id="content">
      {copy === undefined ? (
        <CampaignForm key={mode} initial={firstDraft} record={null} />
      ) : (
        <Copied key={`${mode} ${copy}`} campaignId={copy} ofMode={of ?? mode} />
      )}
    </main>
  );
}

/** Nothing is written until it is saved. */
function Copied({ campaignId, ofMode }: { readonly campaignId: string; readonly ofMode: ShownMode }) {
  const mode = useMode();
  const found = useOperation('getCampaign', { campaignId }, { ofMode });
  const { segments: theirs } = useSegments(ofMode);
  const { segments: ours } = useSegments();
  if (found.isError)
    return (
      <div className="card">
        <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
      </div>
    );
  if (found.data === undefined || theirs === undefined || ours === undefined)
    return (
      <div className="card">
        <Bars rows={6} />
      </div>
    );
  if (ofMode === mode) {
    const { draft } = copyOf(found.data, { theirs, ours: theirs });
    const name = words.cloneName(found.data.name);
    return <CampaignForm initial={{ ...draft, name }} record={null} />;
  }
  const { draft, unmatched } = copyOf(found.data, { theirs, ours });
  return (
    <CampaignForm
      initial={draft}
      record={null}
      foreign={unmatched}
      notice={
        <>
          <Notice text={words.copying(shared[ofMode])} />
          <ExclusiveNotice campaignId={campaignId} ofMode={ofMode} />
        </>
      }
    />
  );
}
