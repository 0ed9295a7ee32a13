import { isProblem, type Schemas } from '@loyalty/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { changesOf } from '../../model/campaigns/campaign-draft.ts';
import type { JsonObject } from '../../model/drafts/draft.ts';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { campaignPageWords as words } from '../../words/campaigns.ts';

type Campaign = Schemas['Campaign'];

interface Saving {
  /** Stores the draft, and activates it if that is asked for; then the page goes on. Returns what failed, or null. */
  readonly save: (isActivating: boolean) => Promise<unknown>;
  readonly isSaving: boolean;
  /** This is the error of the last try. */
  readonly error: unknown;
  readonly forget: () => void;
}

const reads = ['listCampaigns', 'getCampaign', 'getBurnRate'] as const;

interface SaveSettings {
  /** The draft as it was read. */
  readonly before: JsonObject;
  readonly record: Campaign | null;
  /** Tiers that become the only ones to get it. */
  readonly tierIds: readonly string[];
  readonly onStored: (record: Campaign) => void;
}

export const useSave = (draft: JsonObject, { before, record, tierIds, onStored }: SaveSettings): Saving => {
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  // A second click comes before the page knows of the first.
  const isBusy = useRef(false);
  const { created, changed, activated } = useWrites();
  const addToTiers = useAddToTiers();
  const goOn = useGoOn();
  const store = async (): Promise<Campaign> => {
    // What is wrong in it the API says: that is what a form is for.
    if (record === null)
      return created.mutateAsync({ body: draft as unknown as Schemas['CampaignCreateBody'] });
    const body = changesOf(before, draft);
    if (Object.keys(body).length === 0) return record;
    return changed.mutateAsync({ campaignId: record.id, body, ifMatch: record.etag });
  };
  const save = async (isActivating: boolean): Promise<unknown> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setSaving(true);
    setError(null);
    try {
      const stored = await store();
      // What fails once it is stored is tried again without storing it twice.
      onStored(stored);
      await addToTiers(stored.id, tierIds);
      const last = isActivating
        ? await activated.mutateAsync({ campaignId: stored.id, ifMatch: stored.etag })
        : stored;
      goOn(last, isActivating);
      return null;
    } catch (failure) {
      setError(failure);
      return failure;
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const forget = (): void => setError(null);
  return { save, isSaving, error, forget };
};

/** Makes a campaign exclusive to tiers, once for each, whatever failed before; it is a draft, so nobody has it meanwhile. */
const useAddToTiers = () => {
  const { loyalty } = useLoyalty();
  const changed = useWrite('updateTier', { invalidates: ['listTiers'] });
  return async (campaignId: string, tierIds: readonly string[]): Promise<void> => {
    const own = { type: 'EXCLUSIVE_CAMPAIGN', campaignId } as const;
    const isOwn = (benefit: Schemas['TierBenefit']): boolean =>
      benefit.type === own.type && benefit.campaignId === campaignId;
    if (tierIds.length === 0) return;
    for await (const { id: tierId, benefits, etag } of loyalty.each.listTiers({}))
      if (tierIds.includes(tierId) && !benefits.some(isOwn))
        await changed.mutateAsync({ tierId, body: { benefits: benefits.concat([own]) }, ifMatch: etag });
  };
};

const useWrites = () => ({
  created: useWrite('createCampaign', { invalidates: reads }),
  changed: useWrite('updateCampaign', { invalidates: reads, canInsist: true }),
  activated: useWrite('activateCampaign', { invalidates: reads }),
});

/** A draft goes on in its form; what is active, or was before, on its page. */
const useGoOn = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { tenantId, mode } = useLoyalty();
  const resume = useWrite('resumeCampaign', {
    invalidates: reads,
    onDone: () => toast({ title: words.resumed, detail: words.activatedDetail }),
    onFailed: toastProblem,
  });
  return (campaign: Campaign, isActivating: boolean): void => {
    const { id: campaignId, state } = campaign;
    queries.setQueryData([tenantId, mode, 'getCampaign', { campaignId }], campaign);
    const next = { text: words.resume, onClick: () => resume.mutate({ campaignId, ifMatch: campaign.etag }) };
    if (state === 'PAUSED') toast({ title: words.saved, detail: words.stillPaused, next });
    else
      toast(
        isActivating
          ? { title: words.activated, detail: words.activatedDetail }
          : { title: words.saved, detail: campaign.warnings[0]?.message ?? '' },
      );
    const to = state === 'DRAFT' ? '/campaigns/$campaignId/edit' : '/campaigns/$campaignId';
    void navigate({ to, params: { campaignId }, search: modeIn, replace: true });
  };
};

/** Returns why the campaign of the form cannot be changed any more; null if the error does not say that. */
export const lossOf = (error: unknown): 'archived' | 'gone' | null => {
  if (isProblem(error, 'CAMPAIGN_NOT_FOUND')) return 'gone';
  if (isProblem(error, 'INVALID_STATE_TRANSITION') && error.context.reason === 'ARCHIVED') return 'archived';
  return null;
};
