import type { Schemas } from '@loyalty/client';
import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { type ShownMode, useMode } from '../../app/mode.ts';
import { Bars } from '../../parts/lists/bars.tsx';
import { Notice } from '../../parts/forms/notice.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { words as shared } from '../../words/index.ts';
import { CampaignForm, firstDraft } from './campaign-form.tsx';
import { copyOf, exclusiveTiers } from './copy.ts';
import { ExclusiveFields, useExclusive } from './fields/exclusive-fields.tsx';
import { useSegments, useTiers } from './programme-lists.ts';
import { campaignFormWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';

/** The page of a new campaign, empty or copied from another one. */
export function NewCampaignPage() {
  return (
    <Permitted operations={['createCampaign', 'listSegments']}>
      <NewCampaign />
    </Permitted>
  );
}

function NewCampaign() {
  const mode = useMode();
  const { copy, of } = useSearch({ from: '/campaigns/new' });
  return (
    <main className={css.main} id="content">
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
  const theirTiers = useTiers(ofMode);
  const ourTiers = useTiers(mode);
  if (found.isError)
    return (
      <div className={css.card}>
        <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
      </div>
    );
  if (
    found.data === undefined ||
    theirs === undefined ||
    ours === undefined ||
    theirTiers === undefined ||
    ourTiers === undefined
  )
    return (
      <div className={css.card}>
        <Bars rows={6} />
      </div>
    );
  const copy = copyOf(found.data, {
    segments: { theirs, ours },
    tiers: { theirs: theirTiers, ours: ourTiers },
  });
  const names = exclusiveTiers(theirTiers, campaignId);
  return ofMode === mode ? (
    <CopyForm copy={copy} name={words.cloneName(found.data.name)} names={names} ours={ourTiers} />
  ) : (
    <CopyForm copy={copy} name={found.data.name} names={names} ours={ourTiers} ofMode={ofMode} />
  );
}

interface CopyProps {
  readonly copy: ReturnType<typeof copyOf>;
  readonly name: string;
  /** Tiers that the campaign is exclusive to where it comes from. */
  readonly names: readonly string[];
  readonly ours: readonly Schemas['Tier'][];
  /** Absent if it is a clone. */
  readonly ofMode?: ShownMode;
}

function CopyForm({ copy: { draft, unmatched }, name, names, ours, ofMode }: CopyProps) {
  const { tierOf, choose, tierIds, areTiersChosen } = useExclusive({ names, ours });
  return (
    <CampaignForm
      initial={{ ...draft, name }}
      record={null}
      foreign={unmatched}
      tiers={{ tierIds, areTiersChosen }}
      notice={
        <>
          {ofMode === undefined ? null : <Notice text={words.copying(shared[ofMode])} />}
          <ExclusiveFields names={names} ours={ours} tierOf={tierOf} onChoose={choose} />
        </>
      }
    />
  );
}
