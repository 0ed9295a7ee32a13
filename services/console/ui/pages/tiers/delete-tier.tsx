import { isProblem, type ProblemContexts, type Schemas } from '@loyalty/client';
import { useEffect } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Name } from '../../parts/names/name.tsx';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';

interface DeleteTierProps {
  /** Null while none is to be deleted. */
  readonly tier: Schemas['Tier'] | null;
  /** Names of campaigns that were only for it. */
  readonly campaigns: readonly string[];
  readonly onClose: () => void;
}

/**
 * Deletes a tier. An empty one is deleted immediately; for one with members its name must be typed, because
 * the API refuses the first attempt.
 */
export function DeleteTier({ tier, campaigns, onClose }: DeleteTierProps) {
  const tierId = tier?.id ?? '';
  const name = shownText(tier?.name ?? '');
  const remove = useWrite('deleteTier', {
    invalidates: ['listTiers', 'getRetiering', 'listCampaigns', 'getMember', 'listMembers'],
    onDone: () => {
      toast({ title: tierWords.deleted(name) });
      onClose();
    },
  });
  const { reset } = remove;
  useEffect(() => reset(), [tierId, reset]);
  const { error } = remove;
  const members = isProblem(error, 'TIER_HAS_MEMBERS') ? error.context : null;
  const about = <DeleteAbout members={members} campaigns={campaigns} />;
  const parts = { title: tierWords.deleteTitle, about, isPending: remove.isPending, onClose } as const;
  const isForced = members !== null || remove.variables?.force === true;
  if (isForced)
    return (
      <ConfirmDialog
        {...parts}
        typed={name}
        submit={tierWords.deleteSubmit}
        isOpen={tier !== null}
        error={members === null ? error : null}
        onConfirm={() => remove.mutate({ tierId, force: true, ifMatch: tier?.etag })}
        aside={<CodeButton operation="deleteTier" args={{ tierId, force: true }} />}
      />
    );
  return (
    <Dialog title={`${tierWords.deleteTitle} ${name}`} about={about} isOpen={tier !== null} onClose={onClose}>
      <Form
        error={error}
        pointers={[]}
        isPending={remove.isPending}
        submit={tierWords.deleteSubmit}
        isDanger
        onSubmit={() => remove.mutate({ tierId, ifMatch: tier?.etag })}
        onCancel={onClose}
        aside={<CodeButton operation="deleteTier" args={{ tierId }} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}

interface DeleteAboutProps {
  /** These are the members for which the API has refused it; null before. */
  readonly members: ProblemContexts['TIER_HAS_MEMBERS'] | null;
  readonly campaigns: readonly string[];
}

function DeleteAbout({ members, campaigns }: DeleteAboutProps) {
  const textOf = members?.more === true ? tierWords.deleteMore : tierWords.deleteMembers;
  return (
    <>
      {members === null ? null : <b className={css.below}>{textOf(pointsText(members.memberCount))}</b>}
      {tierWords.deleteAbout} {campaigns.length === 0 ? null : tierWords.deleteCampaigns}
      <CampaignList campaigns={campaigns} />
    </>
  );
}

function CampaignList({ campaigns }: { readonly campaigns: readonly string[] }) {
  return (
    <span className={css.stackTight}>
      {campaigns.map((name) => (
        <Name key={name} text={name} className={`${css.strong} ${css.below}`} />
      ))}
    </span>
  );
}
