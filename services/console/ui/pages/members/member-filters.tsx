import { useNavigate } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { given } from '../../model/address.ts';
import { shownText } from '../../model/shown-text.ts';
import { FilterDay, FilterNumber } from '../../parts/lists/filter-input.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { words as all } from '../../words/index.ts';
import { type MemberSearch, memberSorts, memberStates } from './search.ts';
import { membersWords as words } from './words.ts';
import * as own from './members-page.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';

type ChangedSearch = { readonly [Name in keyof MemberSearch]: MemberSearch[Name] | undefined };

/** The filters and the order of the list, which are in the address. */
export function MemberFilters({ search }: { readonly search: MemberSearch }) {
  const navigate = useNavigate({ from: '/members' });
  const show = (changed: ChangedSearch): void =>
    void navigate({
      search: (before) => ({ ...modeIn(before), ...given({ ...search, ...changed }) }),
      replace: true,
    });
  const textOf = (text: string) => (text === '' ? undefined : text);
  return (
    <div className={filtersCss.filters} role="search">
      <div className={own.search}>
        <SearchField
          label={words.search}
          hint={words.searchHint}
          searched={search.q ?? ''}
          onSearch={(q) => show({ q: textOf(q) })}
        />
      </div>
      <NamedFilters search={search} onShow={show} />
      <FilterSelect
        label={words.state}
        any={words.anyState}
        chosen={search.state ?? ''}
        options={memberStates.map((value) => ({ value, text: all.states[value] }))}
        onChoose={(state) => show({ state })}
      />
      <FilterNumber label={words.from} value={search.from} onChange={(from) => show({ from })} />
      <FilterNumber label={words.to} value={search.to} onChange={(to) => show({ to })} />
      <FilterDay label={words.since} day={search.since} onChange={(day) => show({ since: textOf(day) })} />
      <FilterDay label={words.before} day={search.before} onChange={(day) => show({ before: textOf(day) })} />
      <FilterSelect
        label={words.sort}
        any={words.sorts.created}
        chosen={search.sort ?? ''}
        options={memberSorts.map((value) => ({ value, text: words.sorts[value] }))}
        onChoose={(sort) => show({ sort })}
      />
    </div>
  );
}

interface NamedFiltersProps {
  readonly search: MemberSearch;
  readonly onShow: (changed: ChangedSearch) => void;
}

const rarelyMs = 60_000;

/** Tiers and segments by name, for those who may read them. */
function NamedFilters({ search, onShow }: NamedFiltersProps) {
  const { permissions } = useSession();
  const may = (operation: 'listTiers' | 'listSegments') =>
    missingPermission([operation], permissions) === null;
  const [mayTiers, maySegments] = [may('listTiers'), may('listSegments')];
  const tiers = useOperation('listTiers', {}, { isEnabled: mayTiers, staleMs: rarelyMs }).data?.tiers;
  const segments = useOperation('listSegments', {}, { isEnabled: maySegments, staleMs: rarelyMs }).data
    ?.segments;
  return (
    <>
      <FilterSelect
        label={words.tier}
        any={words.anyTier}
        chosen={search.tier ?? ''}
        options={(tiers ?? []).map(({ id, name }) => ({ value: id, text: shownText(name) }))}
        onChoose={(tier) => onShow({ tier })}
      />
      <FilterSelect
        label={words.segment}
        any={words.anySegment}
        chosen={search.segment ?? ''}
        options={(segments ?? []).map(({ id, name }) => ({ value: id, text: shownText(name) }))}
        onChoose={(segment) => onShow({ segment })}
      />
    </>
  );
}
