import type { Schemas } from '@loyalty/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import type { CsvColumn } from '../../model/csv.ts';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { isWaiting, rewardKinds, rewardStates } from '../../model/rewards.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ExportButton } from '../../parts/lists/export-button.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { Split } from '../../parts/lists/split.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/index.ts';
import { RetryAll } from './retry-all.tsx';
import { RewardDetail } from './reward-detail.tsx';
import { RewardRow } from './reward-row.tsx';
import type { RewardSearch } from './search.ts';
import { rewardWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

const from = '/rewards';
const pageSize = 50;

export function RewardsPage() {
  return (
    <Permitted operations={['listRewards', 'listMemberRewards']}>
      <Rewards />
    </Permitted>
  );
}

const argsOf = ({ state, kind, code }: RewardSearch) => ({ state, rewardType: kind, code });

/** The codes are left out: who has one can use the reward. */
const exportedColumns: readonly CsvColumn<Schemas['Reward']>[] = [
  { head: rewardWords.id, value: ({ id }) => id },
  { head: exportWords.heads.memberId, value: ({ memberId }) => memberId },
  { head: exportWords.heads.campaignId, value: ({ campaignId }) => campaignId },
  { head: rewardWords.kind, value: ({ rewardType }) => rewardType },
  { head: exportWords.heads.description, value: ({ value }) => value.description ?? null },
  { head: rewardWords.state, value: ({ state }) => state },
  { head: rewardWords.given, value: ({ createdAt }) => createdAt },
  { head: rewardWords.issued, value: ({ issuedAt }) => issuedAt },
  { head: rewardWords.expires, value: ({ expiresAt }) => expiresAt },
  { head: rewardWords.redeemed, value: ({ redeemedAt }) => redeemedAt },
  { head: rewardWords.receipt, value: ({ transactionRef }) => transactionRef },
];

const pollMs = 3_000;

/** A reward that waits gets its code within a second. Of long lists nothing is read again by itself. */
const mayChange = (pages: readonly Schemas['RewardList'][]): boolean =>
  pages.length === 1 && pages.some(({ rewards }) => rewards.some(isWaiting));

function Rewards() {
  const search = useSearch({ from });
  const args = argsOf(search);
  const list = useList('listRewards', { limit: pageSize, ...args }, { pollMs, pollWhile: mayChange });
  const rewards = list.data?.pages.flatMap((page) => page.rewards) ?? [];
  const chosen = search.reward ?? rewards[0]?.id;
  return (
    <main className={css.main} id="content">
      <PageHead
        title={rewardWords.title}
        about={rewardWords.about}
        acts={
          <>
            <CodeButton operation="listRewards" args={{ limit: pageSize, ...args }} />
            <ExportButton
              operation="listRewards"
              args={args}
              rowsOf={(page) => page.rewards}
              columns={exportedColumns}
              fileName="rewards"
            />
            <RetryAll rewards={rewards} />
          </>
        }
      />
      <Split
        label={rewardWords.title}
        isOpen={search.reward !== undefined}
        list={
          <>
            <Filters search={search} />
            <RewardList list={list} rewards={rewards} chosen={chosen} isFiltered={isFiltered(search)} />
          </>
        }
        detail={
          <RewardDetail key={chosen} rewardId={chosen} listed={rewards.find(({ id }) => id === chosen)} />
        }
      />
    </main>
  );
}

const isFiltered = ({ state, kind, code }: RewardSearch): boolean =>
  state !== undefined || kind !== undefined || code !== undefined;

function Filters({ search }: { readonly search: RewardSearch }) {
  const { state, kind, code } = search;
  const navigate = useNavigate({ from });
  const go = (filters: Pick<RewardSearch, 'state' | 'kind' | 'code'>): void =>
    void navigate({ search: (before) => ({ ...modeIn(before), ...filters }), replace: true });
  return (
    <div className={filtersCss.filters} role="search">
      <SearchField
        label={rewardWords.code}
        hint={rewardWords.codeHint}
        searched={code ?? ''}
        onSearch={(text) => go(given({ state, kind, code: text === '' ? undefined : text }))}
      />
      <FilterSelect
        label={rewardWords.state}
        any={rewardWords.anyState}
        chosen={state ?? ''}
        options={rewardStates.map((value) => ({ value, text: words.member.rewardStates[value] }))}
        onChoose={(value) => go(given({ state: value, kind, code }))}
      />
      <FilterSelect
        label={rewardWords.kind}
        any={rewardWords.anyKind}
        chosen={kind ?? ''}
        options={rewardKinds.map((value) => ({ value, text: words.member.rewardTypes[value] }))}
        onChoose={(value) => go(given({ state, kind: value, code }))}
      />
    </div>
  );
}

interface RewardListProps {
  readonly list: ReturnType<typeof useList<'listRewards'>>;
  readonly rewards: readonly Schemas['Reward'][];
  readonly chosen: string | undefined;
  readonly isFiltered: boolean;
}

function RewardList({ list, rewards, chosen, isFiltered: isPart }: RewardListProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {rewards.length === 0 ? <NoRewards isPart={isPart} isWhole={!list.hasNextPage} /> : null}
      <ul className={picksCss.picks}>
        {rewards.map((reward) => (
          <RewardRow key={reward.id} reward={reward} isChosen={reward.id === chosen} />
        ))}
      </ul>
      <ListEnd list={list} count={rewards.length} />
    </>
  );
}

/** A page of a filtered list may be empty although the list goes on. */
function NoRewards({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [rewardWords.noMatchTitle, rewardWords.noMatch]
      : [rewardWords.noMatchYetTitle, rewardWords.noMatchYet]
    : [rewardWords.noneTitle, rewardWords.none];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <Gift size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
