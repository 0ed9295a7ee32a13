import type { Schemas } from '@loyalty/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw, ScrollText } from 'lucide-react';
import { useList } from '../../api/use-operation.ts';
import { useMode } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { FirstReceipt } from '../../parts/code/first-receipt.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { Split } from '../../parts/lists/split.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { LiveRequests } from './live-requests.tsx';
import { LogDetail } from './log-detail.tsx';
import { LogRow } from './log-row.tsx';
import type { LogSearch } from './search.ts';
import { logWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

const from = '/logs';
const pageSize = 50;

export function LogsPage() {
  const mode = useMode();
  return (
    <Permitted operations={[mode === 'test' ? 'listRequestLogs' : 'listLiveRequests']}>
      {mode === 'test' ? <Logs /> : <LiveRequests />}
    </Permitted>
  );
}

const argsOf = ({ path, status }: LogSearch) => ({ limit: pageSize, path, status });

function Logs() {
  const search = useSearch({ from });
  const args = argsOf(search);
  const list = useList('listRequestLogs', args);
  const logs = list.data?.pages.flatMap((page) => page.requestLogs) ?? [];
  const chosen = search.log ?? logs[0]?.id;
  const log = logs.find(({ id }) => id === chosen);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={logWords.title}
        about={logWords.about}
        acts={
          <>
            <CodeButton operation="listRequestLogs" args={args} />
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
      <Split
        label={logWords.title}
        isOpen={search.log !== undefined}
        list={
          <>
            <Filters search={search} />
            <LogList list={list} logs={logs} chosen={chosen} isFiltered={isFiltered(search)} />
          </>
        }
        detail={<LogDetail log={log} />}
      />
    </main>
  );
}

const isFiltered = ({ path, status }: LogSearch): boolean => path !== undefined || status !== undefined;

/** The statuses that a caller of the API meets. */
const statuses = [
  '200',
  '201',
  '202',
  '204',
  '400',
  '401',
  '403',
  '404',
  '409',
  '412',
  '422',
  '429',
  '500',
  '503',
];

function Filters({ search: { path, status } }: { readonly search: LogSearch }) {
  const navigate = useNavigate({ from });
  const go = (filters: LogSearch): void =>
    void navigate({
      search: given({ mode: 'test' as const, path: filters.path, status: filters.status }),
      replace: true,
    });
  return (
    <div className={filtersCss.filters} role="search">
      <SearchField
        label={logWords.path}
        hint={logWords.pathHint}
        searched={path ?? ''}
        onSearch={(text) => go(given({ path: text === '' ? undefined : text, status }))}
      />
      <FilterSelect
        label={logWords.status}
        any={logWords.anyStatus}
        chosen={status?.toString() ?? ''}
        options={statuses.map((value) => ({ value, text: value }))}
        onChoose={(value) => go(given({ path, status: value === undefined ? undefined : Number(value) }))}
      />
    </div>
  );
}

interface LogListProps {
  readonly list: ReturnType<typeof useList<'listRequestLogs'>>;
  readonly logs: readonly Schemas['RequestLog'][];
  readonly chosen: string | undefined;
  readonly isFiltered: boolean;
}

function LogList({ list, logs, chosen, isFiltered: isPart }: LogListProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {logs.length === 0 ? <NoLogs isPart={isPart} isWhole={!list.hasNextPage} /> : null}
      <ul className={picksCss.picks}>
        {logs.map((log) => (
          <LogRow key={log.id} log={log} isChosen={log.id === chosen} />
        ))}
      </ul>
      <ListEnd list={list} count={logs.length} />
    </>
  );
}

/** A page of a filtered list may be empty although the list goes on. */
function NoLogs({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [logWords.noMatchTitle, logWords.noMatch]
      : [logWords.noMatchYetTitle, logWords.noMatchYet]
    : [logWords.noneTitle, logWords.none];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <ScrollText size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {isPart ? null : <FirstReceipt />}
    </div>
  );
}
