import type { Schemas } from '@loyalty/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, UserRoundSearch, Users, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { pointsText } from '../../model/figures.ts';
import { Bars } from '../../parts/bars.tsx';
import { FirstReceipt } from '../../parts/first-receipt.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote, ProblemPage } from '../../parts/problem.tsx';
import { words } from '../../words/index.ts';
import { MembersTable } from './members-table.tsx';

export function MembersPage() {
  const { permissions } = useSession();
  const missing = missingPermission(['listMembers'], permissions);
  const { q = '' } = useSearch({ from: '/members' });
  if (missing !== null)
    return <ProblemPage title={words.problem.notAllowed} detail={words.problem.notAllowedDetail(missing)} />;
  return (
    <main className="main" id="content">
      <PageHead title={words.pages.members} about={words.members.about} />
      <section className="card" aria-label={words.pages.members}>
        <MemberSearchField searched={q} />
        <MemberList searched={q} />
      </section>
    </main>
  );
}

const searchFieldId = 'search-members';

/** Longer than between two keys of a person who types. */
const typedMs = 350;

/** What is typed goes into the address once the typing pauses, so a link shows the same and «back» goes back. */
function MemberSearchField({ searched }: { readonly searched: string }) {
  const [text, setText] = useState(searched);
  const navigate = useNavigate();
  // What came from here must not come back over what was typed since.
  const sent = useRef(searched);
  useEffect(() => {
    if (searched !== sent.current) setText(searched);
    sent.current = searched;
  }, [searched]);
  const isSame = text.trim() === searched;
  useEffect(() => {
    if (isSame) return undefined;
    const q = text.trim();
    const timer = setTimeout(() => {
      sent.current = q;
      void navigate({
        to: '/members',
        search: (search) => (q === '' ? modeIn(search) : Object.assign({ q }, modeIn(search))),
        replace: true,
      });
    }, typedMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, isSame, navigate]);
  return (
    <div className="search" role="search">
      <label className="affix" htmlFor={searchFieldId}>
        <Search size={16} />
        <span className="vh">{words.members.search}</span>
        <input
          id={searchFieldId}
          type="search"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.members.searchHint}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
          }}
        />
        {text === '' ? null : (
          <button
            type="button"
            className="copy"
            aria-label={words.clear}
            onClick={() => {
              setText('');
            }}
          >
            <X size={16} />
          </button>
        )}
      </label>
    </div>
  );
}

/** As many as fill a screen. */
const pageSize = 50;

function MemberList({ searched }: { readonly searched: string }) {
  const list = useList('listMembers', { limit: pageSize, search: searched === '' ? undefined : searched });
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && list.data === undefined)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const members = list.data.pages.flatMap((page) => page.members);
  const isWhole = !list.hasNextPage;
  if (members.length === 0 && isWhole) return <NoMembers searched={searched} />;
  return (
    <>
      <MembersTable members={members} />
      <footer className="more">
        <p className="small faint" role="status">
          {countText(members, isWhole)}
        </p>
        {isWhole ? null : <MoreButton list={list} />}
      </footer>
      {list.isFetchNextPageError ? (
        <ProblemNote error={list.error} onAgain={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}

/** The API has no totals: it says how many there are once all are shown. */
const countText = (members: readonly Schemas['Member'][], isWhole: boolean): string => {
  const count = pointsText(members.length);
  return isWhole ? words.members.allShown(count) : words.members.shown(count);
};

function NoMembers({ searched }: { readonly searched: string }) {
  const isSearch = searched !== '';
  return (
    <div className="empty" role="status">
      <span className="ico">{isSearch ? <UserRoundSearch size={22} /> : <Users size={22} />}</span>
      <h2>{isSearch ? words.members.noMatchTitle : words.members.noneTitle}</h2>
      <p className="wrap">{isSearch ? words.members.noMatch(searched) : words.members.none}</p>
      {isSearch ? null : <FirstReceipt />}
    </div>
  );
}
