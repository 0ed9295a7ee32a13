import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Globe, RefreshCw } from 'lucide-react';
import { useList, useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { given } from '../../model/address.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shortId } from '../../model/short-id.ts';
import { shownText } from '../../model/shown-text.ts';
import { spanText } from '../../model/times/spans.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageLink } from '../../parts/names/page-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { StatusChip } from './log-row.tsx';
import { placeOf } from './place-of.ts';
import type { LogSearch } from './search.ts';
import { logWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';
import * as own from './logs-page.module.css';

const words = logWords.live;
const from = '/logs';
const pageSize = 50;

type Live = Schemas['LiveRequest'];

const argsOf = ({ path, status, outcome, code, key, request }: LogSearch) => ({
  limit: pageSize,
  path,
  status,
  refused: outcome === 'refused' ? true : undefined,
  code,
  keyId: key,
  requestId: request,
});

/** Shows requests of live keys: which, when and how they ended, and nothing that they said. */
export function LiveRequests() {
  const search = useSearch({ from });
  const args = argsOf(search);
  const list = useList('listLiveRequests', args);
  const requests = list.data?.pages.flatMap((page) => page.liveRequests) ?? [];
  const keys = useKeyNames();
  return (
    <main className={css.main} id="content">
      <PageHead
        title={logWords.title}
        about={words.about}
        acts={
          <>
            <CodeButton operation="listLiveRequests" args={args} />
            <button
              type="button"
              className={css.btn}
              aria-busy={list.isRefetching}
              onClick={() => void list.refetch()}
            >
              <RefreshCw size={15} /> {logWords.refresh}
            </button>
          </>
        }
      />
      <section className={css.card} aria-label={words.title}>
        <Filters search={search} keys={keys} />
        <LiveList list={list} requests={requests} keys={keys} isPart={isFiltered(search)} />
      </section>
    </main>
  );
}

const isFiltered = ({ path, status, outcome, code, key, request }: LogSearch): boolean =>
  [path, status, outcome, code, key, request].some((one) => one !== undefined);

type KeyNames = ReadonlyMap<string, string>;

const keysMax = 200;

/** Returns the names of keys by their ids; none if this person may not see keys. */
const useKeyNames = (): KeyNames => {
  const { permissions } = useSession();
  const isEnabled = missingPermission(['listApiKeys'], permissions) === null;
  const keys = useOperation('listApiKeys', { limit: keysMax }, { isEnabled, staleMs: 60_000 }).data?.apiKeys;
  return new Map((keys ?? []).map(({ id, name }) => [id, name]));
};

interface FiltersProps {
  readonly search: LogSearch;
  readonly keys: KeyNames;
}

function Filters({ search, keys }: FiltersProps) {
  const navigate = useNavigate({ from });
  const { path, outcome, code, key, request } = search;
  const goes = (name: keyof LogSearch) => (value: string | undefined) =>
    void navigate({
      search: ({ mode }) =>
        given({ mode, path, outcome, code, key, request, [name]: value === '' ? undefined : value }),
      replace: true,
    });
  return (
    <div className={filtersCss.filters} role="search">
      <SearchField
        label={logWords.path}
        hint={logWords.pathHint}
        searched={path ?? ''}
        onSearch={goes('path')}
      />
      <SearchField label={words.code} hint={words.codeHint} searched={code ?? ''} onSearch={goes('code')} />
      <SearchField
        label={logWords.requestId}
        hint={words.requestHint}
        searched={request ?? ''}
        onSearch={goes('request')}
      />
      <FilterSelect
        label={words.outcome}
        any={words.anyOutcome}
        chosen={outcome ?? ''}
        options={[{ value: 'refused', text: words.refused }]}
        onChoose={goes('outcome')}
      />
      {keys.size === 0 ? null : (
        <FilterSelect
          label={words.key}
          any={words.anyKey}
          chosen={key ?? ''}
          options={Array.from(keys, ([value, name]) => ({ value, text: shownText(name) }))}
          onChoose={goes('key')}
        />
      )}
    </div>
  );
}

interface LiveListProps {
  readonly list: ReturnType<typeof useList<'listLiveRequests'>>;
  readonly requests: readonly Live[];
  readonly keys: KeyNames;
  readonly isPart: boolean;
}

function LiveList({ list, requests, keys, isPart }: LiveListProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {requests.length === 0 ? <NoRequests isPart={isPart} isWhole={!list.hasNextPage} /> : null}
      {requests.length === 0 ? null : (
        <Table columns={columnsOf(keys)} rows={requests} keyOf={({ id }) => id} className={own.live} />
      )}
      <ListEnd list={list} count={requests.length} />
    </>
  );
}

function NoRequests({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [logWords.noMatchTitle, words.noMatch]
      : [logWords.noMatchYetTitle, logWords.noMatchYet]
    : [logWords.noneTitle, words.none];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <Globe size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {isPart ? null : (
        <p className={emptyCss.acts}>
          <Link className={css.btn} to={from} search={{ mode: 'test' }}>
            {logWords.toTest}
          </Link>
        </p>
      )}
    </div>
  );
}

const columnsOf = (keys: KeyNames): readonly Column<Live>[] => [
  { head: words.request, phone: 'title', cell: (request) => <What request={request} /> },
  {
    head: words.status,
    width: '9%',
    phone: 'top',
    cell: ({ status }) => <StatusChip log={{ status }} />,
  },
  {
    head: words.key,
    width: '20%',
    phone: 'line',
    cell: ({ keyId }) => <KeyName keyId={keyId} keys={keys} />,
  },
  {
    head: words.time,
    width: '15%',
    phone: 'line',
    className: css.num,
    cell: ({ at }) => <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />,
  },
  {
    head: words.took,
    isRight: true,
    width: '9%',
    phone: 'bottom',
    className: css.num,
    cell: ({ durationMs }) => spanText(durationMs),
  },
];

function What({
  request: { method, path, code, requestId, isAbandoned, leftOut },
}: {
  readonly request: Live;
}) {
  return (
    <>
      <p className={`${css.mono} ${css.wrap}`}>
        <span className={own.method}>{method}</span> {placeOf(path)}
      </p>
      <p className={`${css.small} ${css.muted} ${own.about}`}>
        {code === null ? null : <Name text={code} className={css.mono} />}
        {requestId === null ? (
          <span>{words.namesMember}</span>
        ) : (
          <span className={own.id}>
            <Name text={requestId} className={`${css.mono} ${css.faint}`} />
            <CopyButton text={requestId} what={logWords.requestId} />
          </span>
        )}
        {isAbandoned ? <span className={css.warn}>{words.abandoned}</span> : null}
      </p>
      {leftOut === 0 ? null : (
        <p className={`${css.small} ${css.faint}`}>{words.leftOut(pointsText(leftOut))}</p>
      )}
    </>
  );
}

function KeyName({ keyId, keys }: { readonly keyId: string; readonly keys: KeyNames }) {
  const name = <Name text={keys.get(keyId) ?? shortId(keyId)} className={keys.has(keyId) ? '' : css.mono} />;
  return (
    <PageLink
      path={`/keys/${encodeURIComponent(keyId)}`}
      className={`${css.link} ${css.cut}`}
      otherwise={name}
    >
      {name}
    </PageLink>
  );
}
