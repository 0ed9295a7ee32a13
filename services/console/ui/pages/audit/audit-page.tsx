import type { Schemas } from '@loyalty/client';
import { useSearch } from '@tanstack/react-router';
import { History, RefreshCw } from 'lucide-react';
import type { CsvColumn } from '../../model/csv.ts';
import { useList } from '../../api/use-operation.ts';
import { useSession } from '../../app/session.tsx';
import { actorNameOf } from '../../model/actor-name.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ExportButton } from '../../parts/lists/export-button.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { Split } from '../../parts/lists/split.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { auditWords } from '../../words/audit.ts';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { objectNameOf } from './entry.ts';
import type { AuditSearch } from './search.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

const pageSize = 50;

export function AuditPage() {
  return (
    <Permitted operations={['listAuditEntries']}>
      <AuditLog />
    </Permitted>
  );
}

const argsOf = ({ actor, action, type, object, since, until }: AuditSearch, withNames: boolean) => ({
  ...(withNames ? { withMemberNames: true } : {}),
  actor,
  action,
  objectType: type,
  objectId: object,
  since,
  until,
});

const exportedColumns: readonly CsvColumn<Schemas['AuditEntry']>[] = [
  { head: auditWords.at, value: ({ at }) => at },
  { head: auditWords.actor, value: ({ actor }) => actorNameOf(actor) },
  { head: auditWords.actorId, value: ({ actor }) => actor.id },
  { head: auditWords.action, value: ({ action }) => action },
  { head: auditWords.objectType, value: ({ object }) => object.type },
  { head: auditWords.object, value: ({ object }) => objectNameOf(object) },
  { head: auditWords.objectId, value: ({ object }) => object.id },
  { head: auditWords.changes, value: ({ changes }) => changes.map(({ pointer }) => pointer).join(' ') },
  { head: auditWords.requestId, value: ({ requestId }) => requestId },
];

function AuditLog() {
  const search = useSearch({ from: '/audit-log' });
  const { permissions } = useSession();
  const args = argsOf(search, permissions.includes('members:read'));
  const list = useList('listAuditEntries', { limit: pageSize, ...args });
  const entries = list.data?.pages.flatMap((page) => page.auditEntries) ?? [];
  const chosen = search.entry ?? entries[0]?.id;
  const entry = entries.find(({ id }) => id === chosen);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={auditWords.title}
        about={auditWords.about}
        acts={
          <>
            <CodeButton operation="listAuditEntries" args={{ limit: pageSize, ...args }} />
            <ExportButton
              operation="listAuditEntries"
              args={args}
              rowsOf={({ auditEntries }) => auditEntries}
              columns={exportedColumns}
              fileName="audit-log"
            />
            <button
              type="button"
              className={css.btn}
              aria-busy={list.isRefetching}
              onClick={() => void list.refetch()}
            >
              <RefreshCw size={15} /> {auditWords.refresh}
            </button>
          </>
        }
      />
      <AuditFilters search={search} />
      <Split
        label={auditWords.title}
        isOpen={search.entry !== undefined}
        list={<Entries list={list} entries={entries} chosen={chosen} isPart={isFiltered(search)} />}
        detail={
          <AuditDetail entry={entry} isMissing={search.entry !== undefined && list.data !== undefined} />
        }
      />
    </main>
  );
}

const isFiltered = ({ actor, action, type, object, since, until }: AuditSearch): boolean =>
  [actor, action, type, object, since, until].some((filter) => filter !== undefined);

interface EntriesProps {
  readonly list: ReturnType<typeof useList<'listAuditEntries'>>;
  readonly entries: readonly Schemas['AuditEntry'][];
  readonly chosen: string | undefined;
  readonly isPart: boolean;
}

function Entries({ list, entries, chosen, isPart }: EntriesProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {entries.length === 0 ? <NoEntries isPart={isPart} isWhole={!list.hasNextPage} /> : null}
      <ul className={picksCss.picks}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} isChosen={entry.id === chosen} />
        ))}
      </ul>
      <ListEnd list={list} count={entries.length} />
    </>
  );
}

/** A page of a filtered list may be empty although the list goes on. */
function NoEntries({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [auditWords.noMatchTitle, auditWords.noMatch]
      : [auditWords.noMatchYetTitle, auditWords.noMatchYet]
    : [auditWords.noneTitle, auditWords.none];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <History size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
