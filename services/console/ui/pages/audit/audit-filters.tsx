import { useNavigate } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { FilterDay } from '../../parts/lists/filter-input.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { auditWords } from '../../words/audit.ts';
import type { AuditSearch } from './search.ts';
import * as css from '../../styles/common.module.css';
import * as own from './audit-page.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';

type Filters = Omit<AuditSearch, 'entry'>;

/** Parameters of the API are at most so long. */
const idLengthMax = 255;

/**
 * The filters of the log, which are in the address. A filter closes the entry that was chosen from the old
 * list.
 */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit-log' });
  const { actor, action, type, object, since, until } = search;
  const filters: Filters = given({ actor, action, type, object, since, until });
  const goes = (name: keyof Filters) => (value: string | undefined) => {
    const changed = given({ ...filters, [name]: value === '' ? undefined : value });
    void navigate({ search: (before) => ({ ...modeIn(before), ...changed }), replace: true });
  };
  return (
    <div
      className={`${css.card} ${filtersCss.filters} ${own.filters}`}
      role="search"
      // On a phone the chosen change stands in place of the list, and what narrows the list goes with it.
      data-open={search.entry === undefined ? undefined : ''}
    >
      <IdField label={auditWords.actor} hint={auditWords.actorHint} id={actor} onSearch={goes('actor')} />
      <IdField
        label={auditWords.objectId}
        hint={auditWords.objectIdHint}
        id={object}
        onSearch={goes('object')}
      />
      <FilterSelect
        label={auditWords.objectType}
        any={auditWords.anyObject}
        chosen={type ?? ''}
        options={optionsWith(auditWords.objects, type)}
        onChoose={goes('type')}
      />
      <FilterSelect
        label={auditWords.action}
        any={auditWords.anyAction}
        chosen={action ?? ''}
        options={optionsWith(auditWords.actions, action)}
        onChoose={goes('action')}
      />
      <FilterDay label={auditWords.since} day={since} onChange={goes('since')} />
      <FilterDay label={auditWords.until} day={until} onChange={goes('until')} />
    </div>
  );
}

interface IdFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly id: string | undefined;
  readonly onSearch: (id: string) => void;
}

function IdField({ label, hint, id = '', onSearch }: IdFieldProps) {
  return <SearchField label={label} hint={hint} lengthMax={idLengthMax} searched={id} onSearch={onSearch} />;
}

/** A newer API has more of them: what the address has is always one of the options. */
const optionsWith = (texts: Readonly<Record<string, string>>, chosen: string | undefined) => {
  const known = Object.entries(texts).map(([value, text]) => ({ value, text }));
  return chosen === undefined || Object.hasOwn(texts, chosen)
    ? known
    : known.concat({ value: chosen, text: chosen });
};
