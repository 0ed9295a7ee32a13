import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { draftOf } from '../../model/campaigns/campaign-draft.ts';
import { type Json, type JsonObject, withValue } from '../../model/drafts/draft.ts';
import { type FieldFaults, noFaults } from '../../model/drafts/field-faults.ts';
import { mergedDraft } from '../../model/drafts/merged-draft.ts';
import { useUnsaved } from '../../parts/forms/unsaved-draft.tsx';
import { faultsToShow, withoutFaultsAt } from './shown-faults.ts';
import { explainBodyOf, isWhole, splitFaults, type TriedBasket } from './try-it/tried-basket.ts';
import { faultsIn, useExplained } from './try-it/use-explained.ts';
import { useSave } from './use-save.ts';
import { campaignFormWords as words } from './words.ts';

interface Base {
  /** The draft as it was read. */
  readonly before: JsonObject;
  readonly record: Schemas['Campaign'] | null;
}

export interface ExclusiveTiers {
  readonly tierIds: readonly string[];
  readonly areTiersChosen: boolean;
}

interface FormSettings {
  readonly tiers: ExclusiveTiers;
  readonly initial: JsonObject;
  readonly record: Schemas['Campaign'] | null;
  /** Nothing is in it yet, so it is not tried before somebody has changed it. */
  readonly isUntouched: boolean;
}

/** Returns the draft as it is typed, the draft as it was, and what the API says about it. */
export const useCampaignForm = ({ initial, record, isUntouched, tiers }: FormSettings) => {
  // What somebody else saves meanwhile does not move what this one began with.
  const [base, setBase] = useState<Base>({ before: initial, record });
  const [draft, setDraft] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<FieldFaults>(noFaults);
  const [hasFailed, setFailed] = useState(false);
  const [isUsed, setUsed] = useState(!isUntouched);
  const basket = useTriedBasket();
  const restore = (kept: JsonObject): void => {
    setUsed(true);
    setDraft(kept);
  };
  const unsaved = useUnsaved({ first: base.before, draft, onRestore: restore });
  const saving = useSave(draft, {
    before: base.before,
    record: base.record,
    tierIds: tiers.tierIds,
    onStored: (stored) => {
      const before = draftOf(stored);
      unsaved.settle();
      setBase({ before, record: stored });
      setDraft((now) => mergedDraft({ first: draft, draft: now }, before));
    },
  });
  const explained = useExplained(
    isUsed && isWhole(basket[0])
      ? explainBodyOf(basket[0], { campaign: named(draft), campaignId: base.record?.id ?? null })
      : null,
  );
  const tried = splitFaults(faultsIn(explained.error));
  const shown = faultsToShow({
    tried: tried.ofDraft,
    saved,
    touched: hasFailed ? null : touched,
    isTriedWell: explained.error === null && explained.result !== null && !explained.isPending,
  });
  const set = (pointer: string, value: Json | undefined, isBegun = false): void => {
    setUsed(true);
    if (!isBegun) setTouched((known) => (known.has(pointer) ? known : new Set([...known, pointer])));
    setSaved((faults) => withoutFaultsAt(faults, pointer));
    setDraft((now) => withValue(now, pointer, value));
  };
  const save = async (isActivating: boolean): Promise<void> => {
    if (!tiers.areTiersChosen) {
      showFirstFault();
      return;
    }
    const failure = await saving.save(isActivating);
    setFailed(failure !== null);
    setSaved(faultsIn(failure));
  };
  const detach = (): void => {
    setBase({ before: base.before, record: null });
    saving.forget();
  };
  return { draft, set, base, saving, shown, saved, explained, tried, basket, save, detach, unsaved };
};

/** Gives the focus to the first field that is wrong, because the form is long. */
export const showFirstFault = (): void => document.querySelector<HTMLElement>('main [aria-invalid]')?.focus();

/** A campaign can be tried before it has a name. */
const named = (draft: JsonObject): JsonObject => ({ name: words.newTitle, ...draft });

/** The basket stays while one goes from campaign to campaign. */
let keptBasket: TriedBasket = {
  memberRef: words.tried,
  lines: [],
  amount: '150',
  storeRef: '',
  currency: '',
  at: '',
  attributes: [],
};

const useTriedBasket = () => {
  const [basket, setBasket] = useState(keptBasket);
  const keep = (next: TriedBasket): void => {
    keptBasket = next;
    setBasket(next);
  };
  return [basket, keep] as const;
};
