import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { type ReactNode, useEffect } from 'react';
import { emptyRule } from '../../model/campaigns/campaign-draft.ts';
import type { JsonObject } from '../../model/drafts/draft.ts';
import { type FieldFaults, faultsWithoutField } from '../../model/drafts/field-faults.ts';
import { DraftText } from '../../parts/forms/draft-fields.tsx';
import { DraftOf } from '../../parts/forms/draft-state.tsx';
import { FaultsOf } from '../../parts/forms/form.tsx';
import { UnsavedDraft } from '../../parts/forms/unsaved-draft.tsx';
import { useAskedField } from '../../parts/forms/use-asked-field.ts';
import { ProblemLine } from '../../parts/page/problem.tsx';
import { groupWords } from '../../words/groups.ts';
import { limitWords } from '../../words/limits.ts';
import { SentenceLine } from '../campaign/sentence-line.tsx';
import { ConditionFields, EarnOnFields } from './conditions/condition-cards.tsx';
import { ForeignNames } from './conditions/id-fields.tsx';
import { conditionWords } from './conditions/words.ts';
import { AudienceFields } from './fields/audience-fields.tsx';
import { GroupFields, MultiplierField } from './fields/group-fields.tsx';
import { KindCards } from './fields/kind-cards.tsx';
import { LimitFields } from './fields/limit-fields.tsx';
import { ExpiryFields, MoneyFields } from './fields/money-fields.tsx';
import { RuleFields } from './fields/rule-fields.tsx';
import { FormHead } from './form-head.tsx';
import { FormNotices } from './form-notices.tsx';
import { useSegments } from './programme-lists.ts';
import { TryIt } from './try-it/try-it.tsx';
import { type ExclusiveTiers, showFirstFault, useCampaignForm } from './use-campaign-form.ts';
import { campaignFormWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-form.module.css';
import * as formCss from '../../parts/forms/form.module.css';

interface CampaignFormProps {
  readonly initial: JsonObject;
  /** The campaign that is edited; null for a new one. */
  readonly record: Schemas['Campaign'] | null;
  /** Names of segments of another environment, by their ids. */
  readonly foreign?: ReadonlyMap<string, string>;
  /** What is to be known of where it comes from. */
  readonly notice?: ReactNode;
  /** Tiers that it becomes exclusive to once it is saved. */
  readonly tiers?: ExclusiveTiers;
  /** Begins again with what is stored now. */
  readonly onTakeTheirs?: () => void;
}

/** The content of a new campaign. It is not tried before somebody has changed it. */
export const firstDraft: JsonObject = { earningRule: emptyRule('SPEND_PERCENTAGE') };

const noTiers: ExclusiveTiers = { tierIds: [], areTiersChosen: true };

const nobody: ReadonlyMap<string, string> = new Map();

export function CampaignForm(props: CampaignFormProps) {
  const { initial, record, foreign = nobody, notice, tiers = noTiers, onTakeTheirs } = props;
  const form = useCampaignForm({ initial, record, isUntouched: initial === firstDraft, tiers });
  const { draft, set, base, saving, shown, saved, explained, tried } = form;
  const [basket, setBasket] = form.basket;
  const { segments } = useSegments();
  useAskedField();
  return (
    <DraftOf draft={draft} set={set}>
      <FaultsOf faults={shown}>
        <FormHead
          draft={draft}
          before={base.before}
          record={base.record}
          segments={segments}
          isSaving={saving.isSaving}
          onSave={form.save}
        />
        <UnsavedDraft unsaved={form.unsaved} />
        <SentenceLine draft={draft} segments={segments} foreign={foreign} isLive />
        <FormNotices
          began={base.record}
          record={record}
          error={saving.error}
          onDetach={form.detach}
          onTakeTheirs={() => {
            form.unsaved.settle();
            onTakeTheirs?.();
          }}
        />
        {notice}
        <SaveProblem error={saving.error} faults={saved} />
        <div className={css.grid2}>
          <div>
            <ForeignNames value={foreign}>
              <Cards segments={segments} foreign={foreign} />
            </ForeignNames>
          </div>
          <div>
            <TryIt
              basket={basket}
              onChange={setBasket}
              result={explained.result}
              isAsking={explained.isPending}
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

/** Faults at these pointers are shown at the form if no field can show them. */
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
  '/conditions',
  '/earnOn',
  '/limits',
  '/exclusiveGroup',
  '/priority',
  '/tierMultiplier',
];

function SaveProblem({ error, faults }: { readonly error: unknown; readonly faults: FieldFaults }) {
  useEffect(() => {
    if (error !== null) showFirstFault();
  }, [error]);
  if (error === null) return null;
  const isUnknown =
    typeof error === 'object' && 'isOutcomeUnknown' in error && error.isOutcomeUnknown === true;
  return (
    <div className={own.saveProblem}>
      <ProblemLine error={error} faults={faultsWithoutField(faults, formPointers)} />
      {isUnknown && !(error instanceof LoyaltyProblem) ? (
        <p className={`${css.small} ${css.strong}`}>{words.unknownOutcome}</p>
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
      <section className={css.card} aria-label={words.nameCard}>
        <div className={`${css.pad} ${css.row2} ${own.first}`}>
          <DraftText label={words.nameLabel} at="/name" />
          <DraftText label={words.descriptionLabel} at="/description" placeholder={words.descriptionHint} />
        </div>
      </section>
      <FormCard title={words.what}>
        <KindCards />
        <RuleFields />
        <MultiplierField />
        <EarnOnFields />
      </FormCard>
      <FormCard title={words.who}>
        <AudienceFields segments={segments} foreign={foreign} />
      </FormCard>
      <FormCard title={conditionWords.title}>
        <ConditionFields />
      </FormCard>
      <FormCard title={limitWords.title}>
        <LimitFields />
      </FormCard>
      <FormCard title={groupWords.title}>
        <GroupFields />
      </FormCard>
      <FormCard title={words.money}>
        <MoneyFields />
      </FormCard>
      <FormCard title={words.expiry}>
        <ExpiryFields />
      </FormCard>
    </>
  );
}

function FormCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className={`${css.pad} ${formCss.form}`}>{children}</div>
    </section>
  );
}
