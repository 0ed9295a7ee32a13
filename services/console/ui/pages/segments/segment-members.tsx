import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { UserPlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CsvColumn } from '../../model/csv.ts';
import { useList } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { centsField } from '../../model/numbers/typed-number.ts';
import { shownText } from '../../model/shown-text.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ExportButton } from '../../parts/lists/export-button.tsx';
import { MoreButton } from '../../parts/lists/more-button.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/index.ts';
import { AddMembers } from './add-members.tsx';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Member = Schemas['SegmentMember'];

interface SegmentMembersProps {
  readonly segment: Schemas['Segment'];
  /** While a refresh runs, more members are added. */
  readonly isPolling: boolean;
}

const pageSize = 25;

export function SegmentMembers({ segment, isPolling }: SegmentMembersProps) {
  const { id: segmentId, type, memberCount } = segment;
  const list = useList('listSegmentMembers', { segmentId, limit: pageSize });
  const { refetch } = list;
  useEffect(() => {
    // Read again as the count moves, and once more when the refresh has ended.
    void refetch();
  }, [memberCount, isPolling, refetch]);
  const members = list.data?.pages.flatMap((page) => page.members) ?? [];
  const isStatic = type === 'STATIC';
  return (
    <section className={css.card} aria-label={segmentWords.members}>
      <header>
        <h2>{segmentWords.members}</h2>
        <ExportButton
          operation="listSegmentMembers"
          args={{ segmentId }}
          rowsOf={(page) => page.members}
          columns={exportedColumns}
          fileName="segment-members"
        />
        {isStatic ? <AddButton segmentId={segmentId} /> : null}
      </header>
      {list.isPending ? <Bars rows={4} /> : null}
      {list.isError ? <ProblemNote error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.isSuccess && members.length === 0 ? (
        <div className={emptyCss.empty}>
          <h3>{segmentWords.noMembers}</h3>
          <p>{isStatic ? segmentWords.noMembersList : segmentWords.noMembersRule}</p>
        </div>
      ) : null}
      {members.length === 0 ? null : (
        <MemberTable segmentId={segmentId} members={members} isStatic={isStatic} />
      )}
      {list.hasNextPage ? (
        <footer className={css.more}>
          <p className={`${css.small} ${css.faint} ${css.num}`}>{words.shown(pointsText(members.length))}</p>
          <MoreButton list={list} />
        </footer>
      ) : null}
    </section>
  );
}

function AddButton({ segmentId }: { readonly segmentId: string }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ActionButton operations={['addSegmentMembers']} isSmall onClick={() => setAdding(true)}>
        <UserPlus size={15} /> {segmentWords.add}
      </ActionButton>
      <AddMembers segmentId={segmentId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

interface MemberTableProps {
  readonly segmentId: string;
  readonly members: readonly Member[];
  readonly isStatic: boolean;
}

const columns: readonly Column<Member>[] = [
  {
    head: segmentWords.member,
    phone: 'title',
    cell: ({ memberId, name, externalRef }) => (
      <>
        <Link to="/members/$memberId" params={{ memberId }} search={modeIn}>
          <Name text={name ?? externalRef} className={name === null ? css.mono : css.strong} />
        </Link>
        {name === null ? null : (
          <Name text={externalRef} className={`${css.mono} ${css.faint} ${css.below}`} />
        )}
      </>
    ),
  },
  {
    head: segmentWords.added,
    width: '17%',
    phone: 'bottom',
    className: `${css.small} ${css.muted}`,
    cell: ({ addedAt }) => <Time iso={addedAt} text={shortTimeText(addedAt, new Date().toISOString())} />,
  },
  {
    head: segmentWords.spend,
    isRight: true,
    width: '17%',
    phone: 'none',
    className: css.num,
    cell: ({ stats }) => centsText(stats.spendCents30d),
  },
  {
    head: segmentWords.purchases,
    isRight: true,
    width: '17%',
    phone: 'none',
    className: css.num,
    cell: ({ stats }) => pointsText(stats.txnCount30d),
  },
  {
    head: segmentWords.points,
    isRight: true,
    width: '17%',
    phone: 'top',
    className: `${css.num} ${css.strong}`,
    cell: ({ stats }) => pointsText(stats.pointsBalance),
  },
];

const exportedColumns: readonly CsvColumn<Member>[] = [
  { head: exportWords.heads.memberId, value: ({ memberId }) => memberId },
  { head: exportWords.heads.reference, value: ({ externalRef }) => externalRef },
  { head: segmentWords.added, value: ({ addedAt }) => addedAt },
  { head: segmentWords.spend, value: ({ stats }) => centsField(stats.spendCents30d, 'en') },
  { head: segmentWords.purchases, value: ({ stats }) => stats.txnCount30d },
  { head: segmentWords.points, value: ({ stats }) => stats.pointsBalance },
];

function MemberTable({ segmentId, members, isStatic }: MemberTableProps) {
  const removal: Column<Member> = {
    head: <span className={css.vh}>{segmentWords.remove('')}</span>,
    width: '52px',
    className: own.act,
    cell: (member) => <RemoveButton segmentId={segmentId} member={member} />,
  };
  return (
    <Table
      columns={isStatic ? columns.concat(removal) : columns}
      rows={members}
      keyOf={({ memberId }) => memberId}
      className={isStatic ? own.members : ''}
      isLinked
    />
  );
}

function RemoveButton({ segmentId, member }: { readonly segmentId: string; readonly member: Member }) {
  const { memberId, externalRef } = member;
  const name = shownText(member.name ?? externalRef);
  const invalidates = ['getSegment', 'listSegments', 'listSegmentMembers', 'listMemberSegments'] as const;
  const add = useWrite('addSegmentMembers', { invalidates });
  const remove = useWrite('removeSegmentMember', {
    invalidates,
    onDone: () =>
      toast({
        title: segmentWords.removed(name),
        onUndo: () => add.mutate({ segmentId, body: { memberId } }, { onError: toastProblem }),
      }),
  });
  return (
    <ActionButton
      operations={['removeSegmentMember']}
      kind="quiet"
      isSmall
      isBusy={remove.isPending}
      onClick={() => remove.mutate({ segmentId, memberId }, { onError: toastProblem })}
    >
      <X size={15} aria-hidden />
      <span className={css.vh}>{segmentWords.remove(name)}</span>
    </ActionButton>
  );
}
