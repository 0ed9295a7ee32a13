import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ScanSearch, UserRoundSearch, Users } from 'lucide-react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { isCountryMissing } from '../../model/national-number.ts';
import { FirstReceipt } from '../../parts/code/first-receipt.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { PageLink } from '../../parts/names/page-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { exceptionWords } from '../../words/exceptions.ts';
import { words } from '../../words/index.ts';
import { MembersTable } from './members-table.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './members-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

export function MembersPage() {
  const { q = '' } = useSearch({ from: '/members' });
  const { permissions } = useSession();
  const seesExceptions = missingPermission(['listExceptions'], permissions) === null;
  return (
    <Permitted operations={['listMembers', 'listLedgerEntries']}>
      <main className={css.main} id="content">
        <PageHead
          title={words.pages.members}
          about={words.members.about}
          acts={seesExceptions ? <ToExceptions /> : undefined}
        />
        <section className={css.card} aria-label={words.pages.members}>
          <MemberSearch searched={q} />
          <MemberList searched={q} />
        </section>
      </main>
    </Permitted>
  );
}

function ToExceptions() {
  return (
    <Link to="/members/exceptions" search={modeIn} className={css.btn}>
      <ScanSearch size={15} /> {exceptionWords.title}
    </Link>
  );
}

/** The search is in the address, so that a link shows the same. */
function MemberSearch({ searched }: { readonly searched: string }) {
  const navigate = useNavigate();
  return (
    <div className={own.search} role="search">
      <SearchField
        label={words.members.search}
        hint={words.members.searchHint}
        searched={searched}
        onSearch={(q) =>
          void navigate({
            to: '/members',
            search: (search) => (q === '' ? modeIn(search) : { q, ...modeIn(search) }),
            replace: true,
          })
        }
      />
    </div>
  );
}

/** This many rows fill a screen. */
const pageSize = 50;

function MemberList({ searched }: { readonly searched: string }) {
  const list = useList('listMembers', { limit: pageSize, search: searched === '' ? undefined : searched });
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && list.data === undefined)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const members = list.data.pages.flatMap((page) => page.members);
  const isWhole = !list.hasNextPage;
  if (members.length === 0 && isWhole)
    return <NoMembers searched={searched} needsCountry={isCountryMissing(searched, list.data.pages[0])} />;
  return (
    <>
      <MembersTable members={members} />
      <ListEnd list={list} count={members.length} />
    </>
  );
}

interface NoMembersProps {
  readonly searched: string;
  /** True for a telephone number as people dial it, if the environment's country is not set. */
  readonly needsCountry: boolean;
}

function NoMembers({ searched, needsCountry }: NoMembersProps) {
  const isSearch = searched !== '';
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>{isSearch ? <UserRoundSearch size={22} /> : <Users size={22} />}</span>
      <h2>{isSearch ? words.members.noMatchTitle : words.members.noneTitle}</h2>
      <p className={css.wrap}>{isSearch ? words.members.noMatch(searched) : words.members.none}</p>
      {needsCountry ? (
        <p>
          {words.members.noCountry}{' '}
          <PageLink path="/settings" className={css.link}>
            {words.members.toSettings}
          </PageLink>
        </p>
      ) : null}
      {isSearch ? null : <FirstReceipt />}
    </div>
  );
}
