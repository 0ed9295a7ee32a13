import type { Schemas } from '@loyalty/client';
import { Link, useSearch } from '@tanstack/react-router';
import { ScanSearch, UserPlus, UserRoundSearch, Users } from 'lucide-react';
import { useState } from 'react';
import { useList, useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { given } from '../../model/address.ts';
import { isCountryMissing } from '../../model/national-number.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { FirstReceipt } from '../../parts/code/first-receipt.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ExportButton } from '../../parts/lists/export-button.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { PageLink } from '../../parts/names/page-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { exceptionWords } from '../../words/exceptions.ts';
import { words } from '../../words/index.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { MemberFilters } from './member-filters.tsx';
import { memberColumns } from './member-columns.ts';
import { MembersTable } from './members-table.tsx';
import { filtersOf, type MemberSearch } from './search.ts';
import { useFilledPage } from './use-filled-page.ts';
import * as css from '../../styles/common.module.css';
import * as own from './members-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import { membersWords } from './words.ts';

export function MembersPage() {
  return (
    <Permitted operations={['listMembers', 'listLedgerEntries']}>
      <Members />
    </Permitted>
  );
}

function Members() {
  const search = useSearch({ from: '/members' });
  const { permissions } = useSession();
  const seesExceptions = missingPermission(['listExceptions'], permissions) === null;
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.pages.members}
        about={membersWords.about}
        acts={
          <>
            <ExportButton
              operation="listMembers"
              args={filtersOf(search)}
              rowsOf={({ members }) => members}
              columns={memberColumns}
              fileName="members"
            />
            {seesExceptions ? <ToExceptions /> : null}
            <EnrolButton />
          </>
        }
      />
      <section className={css.card} aria-label={words.pages.members}>
        <MemberFilters search={search} />
        <MemberList search={search} />
      </section>
    </main>
  );
}

function EnrolButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton operations={['createMember']} kind="main" onClick={() => setOpen(true)}>
        <UserPlus size={16} /> {membersWords.enrol.open}
      </ActionButton>
      <EnrolDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function ToExceptions() {
  return (
    <Link to="/members/exceptions" search={modeIn} className={css.btn}>
      <ScanSearch size={15} /> {exceptionWords.title}
    </Link>
  );
}

/** This many rows fill a screen. */
const pageSize = 50;

function MemberList({ search }: { readonly search: MemberSearch }) {
  const filters = filtersOf(search);
  const args = { limit: pageSize, ...filters, ...given({ sort: search.sort }) };
  const list = useList('listMembers', args, { firstArgs: { withTotal: true } });
  const members = list.data?.pages.flatMap((page) => page.members) ?? [];
  const isSought = useFilledPage(list, members.length, pageSize);
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && list.data === undefined)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const first = list.data.pages[0];
  if (members.length === 0 && !list.hasNextPage)
    return <NothingFound searched={search.q} isFiltered={Object.keys(filters).length > 0} first={first} />;
  return (
    <>
      <Total total={first?.total} isSorted={search.sort !== undefined} />
      {members.length === 0 && isSought ? <Bars rows={6} /> : <MembersTable members={members} />}
      <ListEnd list={list} count={members.length} />
    </>
  );
}

interface NothingFoundProps {
  readonly searched: string | undefined;
  readonly isFiltered: boolean;
  readonly first: Schemas['MemberList'] | undefined;
}

/** A search knows members by their first reference alone: what it does not find may be another card. */
function NothingFound({ searched = '', isFiltered, first }: NothingFoundProps) {
  const isAsked = searched !== '';
  const byReference = useOperation('listMembers', { ref: searched }, { isEnabled: isAsked });
  if (isAsked && byReference.isPending) return <Bars rows={1} />;
  const members = byReference.data?.members ?? [];
  if (members.length > 0) return <MembersTable members={members} />;
  return (
    <NoMembers
      isFiltered={isFiltered}
      searched={isAsked ? searched : undefined}
      needsCountry={isCountryMissing(searched, first)}
    />
  );
}

interface TotalProps {
  readonly total: Schemas['MemberTotal'] | undefined;
  readonly isSorted: boolean;
}

/** Only the first page has the total. */
function Total({ total, isSorted }: TotalProps) {
  if (total === undefined) return null;
  const { memberCount, isWhole } = total;
  const count = pointsText(memberCount);
  const text = isWhole ? membersWords.total(count) : membersWords.totalOfNewest(count);
  return (
    <p className={`${own.total} ${css.small} ${css.muted} ${css.num}`} role="status">
      {isSorted && !isWhole ? `${text} ${membersWords.sortedNewest}` : text}
    </p>
  );
}

interface NoMembersProps {
  readonly isFiltered: boolean;
  readonly searched: string | undefined;
  /** True for a telephone number as people dial it, if the environment's country is not set. */
  readonly needsCountry: boolean;
}

function NoMembers({ isFiltered, searched, needsCountry }: NoMembersProps) {
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        {isFiltered ? <UserRoundSearch size={22} /> : <Users size={22} />}
      </span>
      <h2>{isFiltered ? membersWords.noMatchTitle : membersWords.noneTitle}</h2>
      <p className={css.wrap}>{isFiltered ? noMatchText(searched) : membersWords.none}</p>
      {needsCountry ? (
        <p>
          {words.noCountry}{' '}
          <PageLink path="/settings" className={css.link}>
            {membersWords.toSettings}
          </PageLink>
        </p>
      ) : null}
      {isFiltered ? null : <FirstReceipt />}
    </div>
  );
}

const noMatchText = (searched: string | undefined): string =>
  searched === undefined ? membersWords.noMatchFilters : membersWords.noMatch(searched);
