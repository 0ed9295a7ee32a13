import { useNavigate, useSearch } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionLink } from '../../parts/forms/action-link.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ExportButton } from '../../parts/lists/export-button.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { campaignWords as words } from '../../words/campaigns.ts';
import { campaignColumns } from './campaign-columns.ts';
import { CampaignsTable } from './campaigns-table.tsx';
import { type CampaignSearch, campaignSorts, campaignStates } from './search.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaigns-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';

export function CampaignsPage() {
  return (
    <Permitted operations={['listCampaigns']}>
      <Campaigns />
    </Permitted>
  );
}

function Campaigns() {
  const search = useSearch({ from: '/campaigns' });
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.title}
        about={words.about}
        acts={
          <>
            <CodeButton operation="listCampaigns" args={search} />
            <ExportButton
              operation="listCampaigns"
              args={given({ q: search.q, state: search.state })}
              rowsOf={({ campaigns }) => campaigns}
              columns={campaignColumns}
              fileName="campaigns"
            />
            <CreateButton isMain />
          </>
        }
      />
      <section className={css.card} aria-label={words.title}>
        <CampaignFilters search={search} />
        <CampaignList search={search} />
      </section>
    </main>
  );
}

function CreateButton({ isMain = false }: { readonly isMain?: boolean }) {
  return (
    <ActionLink
      operations={['createCampaign']}
      {...(isMain ? { kind: 'main' as const } : {})}
      to="/campaigns/new"
      search={modeIn}
    >
      <Plus size={16} /> {words.create}
    </ActionLink>
  );
}

interface SearchProps {
  readonly search: CampaignSearch;
}

const all = 'ALL';

function CampaignFilters({ search }: SearchProps) {
  const navigate = useNavigate({ from: '/campaigns' });
  const show = (changed: ChangedSearch) =>
    void navigate({
      search: (before) => ({ ...modeIn(before), ...given({ ...search, ...changed }) }),
      replace: true,
    });
  return (
    <div className={filtersCss.filters} role="search">
      <SearchField
        label={words.search}
        hint={words.searchHint}
        searched={search.q ?? ''}
        onSearch={(q) => show({ q: q === '' ? undefined : q })}
      />
      <FilterSelect
        label={words.sort}
        any={words.sorts.created}
        chosen={search.sort ?? ''}
        options={campaignSorts.map((value) => ({ value, text: words.sorts[value] }))}
        onChoose={(sort) => show({ sort })}
      />
      <div className={own.states}>
        <Segments
          label={words.filter}
          chosen={search.state ?? all}
          options={[{ value: all, text: words.all }].concat(
            campaignStates.map((value) => ({ value, text: words.states[value] })),
          )}
          onChoose={(chosen) => show({ state: campaignStates.find((one) => one === chosen) })}
        />
      </div>
    </div>
  );
}

type ChangedSearch = { readonly [Name in keyof CampaignSearch]: CampaignSearch[Name] | undefined };

/** This many rows fill a screen. */
const pageSize = 50;

function CampaignList({ search }: SearchProps) {
  const list = useList('listCampaigns', { limit: pageSize, ...search });
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && list.data === undefined)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const campaigns = list.data.pages.flatMap((page) => page.campaigns);
  const isWhole = !list.hasNextPage;
  if (campaigns.length === 0 && isWhole)
    return <NoCampaigns isAll={search.state === undefined && search.q === undefined} />;
  return (
    <>
      <CampaignsTable campaigns={campaigns} />
      <ListEnd list={list} count={campaigns.length} />
    </>
  );
}

function NoCampaigns({ isAll }: { readonly isAll: boolean }) {
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <Megaphone size={22} />
      </span>
      <h2>{isAll ? words.noneTitle : words.noMatchTitle}</h2>
      <p>{isAll ? words.none : words.noMatch}</p>
      {isAll ? (
        <div className={emptyCss.acts}>
          <CreateButton />
        </div>
      ) : null}
    </div>
  );
}
