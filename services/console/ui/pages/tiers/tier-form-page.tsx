import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { usePreview } from '../../api/use-preview.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { changedMembers } from '../../model/drafts/changed.ts';
import { textAt } from '../../model/drafts/draft.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { DraftCheck, DraftNumber, DraftText } from '../../parts/forms/draft-fields.tsx';
import { DraftOf, type PageDraft, usePageDraft } from '../../parts/forms/draft-state.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { type Unsaved, UnsavedDraft } from '../../parts/forms/unsaved-draft.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { BenefitFields } from './benefit-fields.tsx';
import { MovesCard } from './moves-card.tsx';
import { draftOfTier, thresholdsAfter } from './tier-body.ts';
import { movedRules } from './tier-moves.ts';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Tier = Schemas['Tier'];

const texts = tierWords.form;

export function NewTierPage() {
  const list = useOperation('listTiers', {});
  return (
    <Permitted operations={['listTiers', 'createTier']}>
      <main className={css.main} id="content">
        <TitleHead crumb={<ListCrumb />} title={texts.newTitle} />
        <ReadCard read={list}>{({ tiers }) => <CreateForm tiers={tiers} />}</ReadCard>
      </main>
    </Permitted>
  );
}

export function TierPage() {
  const { tierId } = useParams({ from: '/tiers/$tierId' });
  return (
    <Permitted operations={['listTiers', 'updateTier']}>
      <TierBody key={tierId} tierId={tierId} />
    </Permitted>
  );
}

function TierBody({ tierId }: { readonly tierId: string }) {
  const list = useOperation('listTiers', {});
  const tier = list.data?.tiers.find(({ id }) => id === tierId);
  // What is typed stays, also when somebody else deletes the tier meanwhile.
  const [first, setFirst] = useState<Tier | null>(null);
  if (first === null && tier !== undefined) setFirst(tier);
  return (
    <main className={css.main} id="content">
      <TitleHead crumb={<ListCrumb />} title={first?.name ?? tierWords.title} />
      <ReadCard read={list}>
        {({ tiers }) =>
          first === null ? (
            <section className={`${css.card} ${emptyCss.empty}`} role="status">
              <h2>{tierWords.goneTitle}</h2>
              <p>{tierWords.gone}</p>
            </section>
          ) : (
            <EditForm tiers={tiers} tier={first} />
          )
        }
      </ReadCard>
    </main>
  );
}

function ListCrumb() {
  return (
    <Crumb>
      <Link className={css.link} to="/tiers" search={modeIn}>
        {tierWords.title}
      </Link>
    </Crumb>
  );
}

const invalidates = ['listTiers', 'getRetiering', 'listCampaigns', 'getMember', 'listMembers'] as const;

/** Says that it is done, and what the API finds odd about it. */
const useDone = ({ settle }: Unsaved, textOf: (name: string) => string) => {
  const navigate = useNavigate();
  return ({ name, warnings = [] }: Tier): void => {
    settle();
    toast({ title: textOf(shownText(name)) });
    for (const { message } of warnings) toast({ title: texts.remark, detail: message });
    void navigate({ to: '/tiers', search: modeIn });
  };
};

function CreateForm({ tiers }: { readonly tiers: readonly Tier[] }) {
  const state = usePageDraft(() => ({ name: '', benefits: [] }));
  const create = useWrite('createTier', { invalidates, onDone: useDone(state.unsaved, texts.created) });
  // The API judges what is typed, so it is sent as it is.
  const body = state.draft as unknown as Schemas['TierCreateBody'];
  return (
    <TierForm
      id=""
      tiers={tiers}
      state={state}
      write={create}
      submit={texts.create}
      code={<CodeButton operation="createTier" args={{ body }} />}
      onSubmit={() => create.mutate({ body })}
    />
  );
}

function EditForm({ tiers, tier }: { readonly tiers: readonly Tier[]; readonly tier: Tier }) {
  const { id: tierId } = tier;
  const state = usePageDraft(() => draftOfTier(tier));
  const update = useWrite('updateTier', {
    invalidates,
    canInsist: true,
    onDone: useDone(state.unsaved, texts.saved),
  });
  const body = changedMembers(tier, state.draft) as Schemas['TierUpdateBody'];
  return (
    <TierForm
      id={tierId}
      tiers={tiers}
      state={state}
      write={update}
      submit={texts.save}
      code={<CodeButton operation="updateTier" args={{ tierId, body }} />}
      onSubmit={() => update.mutate({ tierId, body, ifMatch: tier.etag })}
    />
  );
}

interface TierFormProps {
  /** The id is empty for a new tier. */
  readonly id: string;
  readonly tiers: readonly Tier[];
  readonly state: PageDraft;
  readonly write: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: string;
  readonly code: ReactNode;
  readonly onSubmit: () => void;
}

const pointers = ['/name', '/minLifetimePoints', '/sortOrder', '/badgeUrl', '/benefits', '/grantFreeRewards'];

function TierForm({ id, tiers, state, write, submit, code, onSubmit }: TierFormProps) {
  const { draft } = state;
  const navigate = useNavigate();
  const after = thresholdsAfter(tiers, id, draft['minLifetimePoints']);
  const preview = usePreview(after === null ? null : movedRules(tiers, after));
  const named = tiers
    .filter((tier) => tier.id !== id)
    .map(({ id: of, name, minLifetimePoints }) => ({ id: of, name, minLifetimePoints }))
    .concat({ id, name: textAt(draft, '/name'), minLifetimePoints: 0 });
  return (
    <div className={css.grid2}>
      <div>
        <UnsavedDraft unsaved={state.unsaved} />
        <section className={`${css.card} ${css.padAll}`}>
          <DraftOf {...state}>
            <Form
              error={write.error}
              pointers={pointers}
              isPending={write.isPending}
              submit={submit}
              onSubmit={onSubmit}
              onCancel={() => void navigate({ to: '/tiers', search: modeIn })}
              aside={code}
            >
              <TierFields />
            </Form>
          </DraftOf>
        </section>
      </div>
      <div>
        <MovesCard id={id} before={tiers} after={after} tiers={named} preview={preview} />
      </div>
    </div>
  );
}

function TierFields() {
  return (
    <>
      <div className={css.row2}>
        <DraftText label={texts.name} at="/name" empty="" />
        <DraftNumber label={texts.min} hint={texts.minHint} after={texts.points} at="/minLifetimePoints" />
      </div>
      <BenefitFields />
      <div className={css.row2}>
        <DraftText label={texts.badge} hint={texts.badgeHint} at="/badgeUrl" empty={null} />
        <DraftNumber label={texts.sortOrder} hint={texts.sortHint} at="/sortOrder" />
      </div>
      <DraftCheck label={texts.grant} at="/grantFreeRewards" off={undefined} />
    </>
  );
}
