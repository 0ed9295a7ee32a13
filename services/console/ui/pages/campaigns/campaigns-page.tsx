import { useNavigate, useSearch } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { campaignWords as words } from '../../words/campaigns.ts';
import { CampaignsTable } from './campaigns-table.tsx';
import { type CampaignStateName, campaignStates } from './states.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaigns-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

export function CampaignsPage() {
  return (
    <Permitted operations={['listCampaigns']}>
      <Campaigns />
    </Permitted>
  );
}

function Campaigns() {
  const { state } = useSearch({ from: '/campaigns' });
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.title}
        about={words.about}
        acts={
          <>
            <CodeButton operation="listCampaigns" args={state === undefined ? {} : { state }} />
            <CreateButton isMain />
          </>
        }
      />
      <section className={css.card} aria-label={words.title}>
        <StateFilter state={state} />
        <CampaignList state={state} />
      </section>
    </main>
  );
}

function CreateButton({ isMain = false }: { readonly isMain?: boolean }) {
  const navigate = useNavigate();
  return (
    <ActionButton
      operations={['createCampaign']}
      {...(isMain ? { kind: 'main' as const } : {})}
      onClick={() => void navigate({ to: '/campaigns/new', search: modeIn })}
    >
      <Plus size={16} /> {words.create}
    </ActionButton>
  );
}

interface StateProps {
  readonly state: CampaignStateName | undefined;
}

const all = 'ALL';

/** The state is in the address, so that a link shows the same. */
function StateFilter({ state }: StateProps) {
  const navigate = useNavigate();
  return (
    <div className={own.filters}>
      <Segments
        label={words.filter}
        chosen={state ?? all}
        options={[{ value: all, text: words.all }].concat(
          campaignStates.map((value) => ({ value, text: words.states[value] })),
        )}
        onChoose={(chosen) => {
          const next = campaignStates.find((one) => one === chosen);
          void navigate({
            to: '/campaigns',
            search: (search) => (next === undefined ? modeIn(search) : { state: next, ...modeIn(search) }),
            replace: true,
          });
        }}
      />
    </div>
  );
}

/** This many rows fill a screen. */
const pageSize = 50;

function CampaignList({ state }: StateProps) {
  const list = useList('listCampaigns', { limit: pageSize, ...(state === undefined ? {} : { state }) });
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && list.data === undefined)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const campaigns = list.data.pages.flatMap((page) => page.campaigns);
  const isWhole = !list.hasNextPage;
  if (campaigns.length === 0 && isWhole) return <NoCampaigns state={state} />;
  return (
    <>
      <CampaignsTable campaigns={campaigns} />
      <ListEnd list={list} count={campaigns.length} />
    </>
  );
}

function NoCampaigns({ state }: StateProps) {
  const isAll = state === undefined;
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <Megaphone size={22} />
      </span>
      <h2>{isAll ? words.noneTitle : words.noneOfStateTitle}</h2>
      <p>{isAll ? words.none : words.noneOfState}</p>
      {isAll ? (
        <div className={emptyCss.acts}>
          <CreateButton />
        </div>
      ) : null}
    </div>
  );
}
