import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { type ReactNode, useState } from 'react';
import { explainBodyOf, splitFaults, type TriedBasket } from '../../model/try-basket.ts';
import { draftOf } from '../../model/campaign-draft.ts';
import { type Json, type JsonObject, withValue } from '../../model/draft.ts';
import { type FieldFaults, faultsElsewhere } from '../../model/field-faults.ts';
import { FaultsOf } from '../../parts/form.tsx';
import { ProblemLine } from '../../parts/problem.tsx';
import { campaignFormWords as words } from '../../words/campaigns.ts';
import { AudienceFields } from './audience-fields.tsx';
import { DraftText } from './draft-fields.tsx';
import { DraftOf } from './draft-state.tsx';
import { FormHead } from './form-head.tsx';
import { KindCards } from './kind-cards.tsx';
import { ExpiryFields, MoneyFields } from './money-fields.tsx';
import { useSegments } from './programme-lists.ts';
import { RuleFields } from './rule-fields.tsx';
import { SentenceLine } from '../campaign/sentence-line.tsx';
import { FormNotices } from './form-notices.tsx';
import { TryIt } from './try-it.tsx';
import { faultsIn, useExplained } from './use-explained.ts';
import { useSave } from './use-save.ts';

interface CampaignFormProps {
  readonly initial: JsonObject;
  /** The campaign that is edited; null for a new one. */
  readonly record: Schemas['Campaign'] | null;
  /** Names of segments of another environment, by their ids. */
  readonly foreign?: ReadonlyMap<string, string>;
  /** What is to be known of where it comes from. */
  readonly notice?: ReactNode;
  /** Begins anew with what is stored now. */
  readonly onTakeTheirs?: () => void;
}

const nobody: ReadonlyMap<string, string> = new Map();

/** The basket stays while one goes from campaign to campaign. */
let keptBasket: TriedBasket = {
  memberRef: words.tried,
  lines: [],
  amount: '150',
  storeRef: '',
  currency: '',
  at: '',
};

const useTriedBasket = () => {
  const [basket, setBasket] = useState(keptBasket);
  const keep = (next: TriedBasket): void => {
    keptBasket = next;
    setBasket(next);
  };
  return [basket, keep] as const;
};

interface Base {
  readonly before: JsonObject;
  readonly began: Schemas['Campaign'] | null;
}

export function CampaignForm(props: CampaignFormProps) {
  const { initial, record, foreign = nobody, notice, onTakeTheirs } = props;
  // What somebody else saves meanwhile does not move what this one began with.
  const [{ before, began }, setBase] = useState<Base>({ before: initial, began: record });
  const [draft, setDraft] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [failedDraft, setFailedDraft] = useState<JsonObject | null>(null);
  const [basket, setBasket] = useTriedBasket();
  const { segments } = useSegments();
  const saving = useSave(draft, {
    before,
    record: began,
    onStored: (stored) => {
      setBase({ before: draftOf(stored), began: stored });
    },
  });
  const explained = useExplained(explainBodyOf(basket, { campaign: draft, campaignId: began?.id ?? null }));
  const tried = splitFaults(faultsIn(explained.error));
  const set = (pointer: string, value: Json | undefined): void => {
    setTouched((known) => (known.has(pointer) ? known : new Set([...known, pointer])));
    setDraft((now) => withValue(now, pointer, value));
  };
  const saved = faultsIn(saving.error);
  const shown =
    saving.error !== null && failedDraft === draft
      ? saved
      : failedDraft === null
        ? ofTouched(tried.ofDraft, touched)
        : tried.ofDraft;
  const save = async (isActivating: boolean): Promise<void> => {
    setFailedDraft(draft);
    await saving.save(isActivating);
  };
  return (
    <DraftOf draft={draft} set={set}>
      <FaultsOf faults={shown}>
        <FormHead
          draft={draft}
          before={before}
          record={began}
          segments={segments}
          isSaving={saving.isSaving}
          onSave={save}
        />
        <SentenceLine draft={draft} segments={segments} foreign={foreign} isLive />
        <FormNotices
          began={began}
          record={record}
          error={saving.error}
          onDetach={() => {
            setBase({ before, began: null });
            saving.forget();
          }}
          onTakeTheirs={onTakeTheirs}
        />
        {notice}
        <SaveProblem error={saving.error} faults={saved} />
        <div className="grid-2">
          <div>
            <Cards segments={segments} foreign={foreign} />
          </div>
          <div>
            <TryIt
              basket={basket}
              onChange={setBasket}
              result={explained.result}
              isAsking={explained.isAsking}
              error={explained.error}
              basketFaults={tried.ofBasket}
              draftFaults={tried.ofDraft}
              onAgain={explained.again}
            />
          </div>
        </div>
      </FaultsOf>
    </DraftOf>
  );
}

/** A form that was just opened is not full of faults: one speaks of what somebody has typed. */
const ofTouched = (faults: FieldFaults, touched: ReadonlySet<string>): FieldFaults =>
  new Map([...faults].filter(([pointer]) => touched.has(pointer) || isWithin(pointer, touched)));

const isWithin = (pointer: string, touched: ReadonlySet<string>): boolean =>
  [...touched].some((one) => one !== '/earningRule' && pointer.startsWith(`${one}/`));

/** Where no field can show it. */
const formPointers = [
  '/name',
  '/description',
  '/earningRule',
  '/redemptionRule',
  '/targetSegmentIds',
  '/storeIds',
  '/startDate',
  '/endDate',
  '/minSpend',
  '/maxBudgetCents',
  '/alertThreshold',
  '/currency',
];

function SaveProblem({ error, faults }: { readonly error: unknown; readonly faults: FieldFaults }) {
  if (error === null) return null;
  const isUnknown =
    typeof error === 'object' && 'isOutcomeUnknown' in error && error.isOutcomeUnknown === true;
  return (
    <div className="save-problem">
      <ProblemLine error={error} faults={faultsElsewhere(faults, formPointers)} />
      {isUnknown && !(error instanceof LoyaltyProblem) ? (
        <p className="small strong">{words.unknownOutcome}</p>
      ) : null}
    </div>
  );
}

interface CardsProps {
  readonly segments: readonly Schemas['Segment'][] | undefined;
  readonly foreign: ReadonlyMap<string, string>;
}

function Cards({ segments, foreign }: CardsProps) {
  return (
    <>
      <FormCard title={words.what}>
        <KindCards />
        <RuleFields />
      </FormCard>
      <FormCard title={words.who}>
        <AudienceFields segments={segments} foreign={foreign} />
      </FormCard>
      <FormCard title={words.money}>
        <MoneyFields />
      </FormCard>
      <FormCard title={words.expiry}>
        <ExpiryFields />
      </FormCard>
      <FormCard title={words.nameCard}>
        <DraftText label={words.nameLabel} at="/name" />
        <DraftText label={words.descriptionLabel} at="/description" hint={words.descriptionHint} />
      </FormCard>
    </>
  );
}

function FormCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="pad form">{children}</div>
    </section>
  );
}
