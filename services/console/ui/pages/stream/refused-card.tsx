import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Schemas } from '@loyalty/client';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { dayText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { FilterSelect } from '../../parts/lists/filter-select.tsx';
import { ListEnd } from '../../parts/lists/list-end.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { countsByCode, partitionsToChoose, type Refused } from './refused.ts';
import { RefusedRow } from './refused-row.tsx';
import type { StreamSearch } from './search.ts';
import { streamWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './stream-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as filtersCss from '../../parts/lists/filters.module.css';
import * as rowsCss from '../../parts/lists/rows.module.css';

const pageSize = 50;

interface RefusedCardProps {
  readonly search: StreamSearch;
  /** These are the partitions of the stream, where they are known. */
  readonly partitions: readonly number[];
  /** Without a stream, an empty list says nothing and is left out. */
  readonly isLeftOutIfEmpty: boolean;
}

/** Records that had no effect, newest first. */
export function RefusedCard({ search, partitions, isLeftOutIfEmpty }: RefusedCardProps) {
  const args = { limit: pageSize, code: search.code, partition: search.partition };
  const list = useList('listRefusedTransactions', args);
  const refused = list.data?.pages.flatMap((page) => page.refused) ?? [];
  const isPart = search.code !== undefined || search.partition !== undefined;
  const isEmpty = refused.length === 0 && !isPart && !list.isError;
  if (isLeftOutIfEmpty && isEmpty) return null;
  return (
    <section className={css.card} aria-label={streamWords.refused}>
      <header>
        <h2>{streamWords.refused}</h2>
        <span className={own.acts}>
          <CodeButton operation="listRefusedTransactions" args={args} />
          <button
            type="button"
            className={css.btn}
            aria-busy={list.isRefetching}
            onClick={() => void list.refetch()}
          >
            <RefreshCw size={15} /> {streamWords.refresh}
          </button>
        </span>
      </header>
      <p className={`${own.about} ${css.small} ${css.muted}`}>{streamWords.refusedAbout}</p>
      <Filters search={search} partitions={partitionsToChoose(partitions, refused, search.partition)} />
      <LeftOut days={list.data?.pages[0]?.leftOut ?? []} />
      <RefusedList list={list} refused={refused} isPart={isPart} />
    </section>
  );
}

interface FiltersProps {
  readonly search: StreamSearch;
  readonly partitions: readonly number[];
}

function Filters({ search: { code, partition }, partitions }: FiltersProps) {
  const navigate = useNavigate({ from: '/stream' });
  const go = (filters: { readonly code: string | undefined; readonly partition: number | undefined }): void =>
    void navigate({
      search: (before) => ({ ...modeIn(before), ...given(filters) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={filtersCss.filters} role="search">
      <FilterSelect
        label={streamWords.code}
        any={streamWords.anyCode}
        chosen={code ?? ''}
        options={codesToChoose(code).map((value) => ({ value, text: wordOf(streamWords.codes, value) }))}
        onChoose={(value) => go({ code: value, partition })}
      />
      <FilterSelect
        label={streamWords.partition}
        any={streamWords.anyPartition}
        chosen={partition?.toString() ?? ''}
        options={partitions.map((one) => ({ value: one.toString(), text: streamWords.oneOf(one) }))}
        onChoose={(value) => go({ code, partition: value === undefined ? undefined : Number(value) })}
      />
    </div>
  );
}

/** A newer API has more of them: what the address has is always one of the options. */
const codesToChoose = (chosen: string | undefined): readonly string[] => {
  const known = Object.keys(streamWords.codes);
  return chosen === undefined || known.includes(chosen) ? known : known.concat(chosen);
};

function LeftOut({ days }: { readonly days: readonly Schemas['RefusedLeftOut'][] }) {
  if (days.length === 0) return null;
  return (
    <div className={own.leftOut} role="status">
      <TriangleAlert size={16} className={css.warn} />
      <div className={css.small}>
        {days.map(({ day, count }) => (
          <p key={day}>{streamWords.leftOut(pointsText(count), dayText(day))}</p>
        ))}
        <p>{streamWords.leftOutAbout}</p>
      </div>
    </div>
  );
}

interface RefusedListProps {
  readonly list: ReturnType<typeof useList<'listRefusedTransactions'>>;
  readonly refused: readonly Refused[];
  readonly isPart: boolean;
}

function RefusedList({ list, refused, isPart }: RefusedListProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {refused.length === 0 ? (
        <NoRefused isPart={isPart} isWhole={!list.hasNextPage} />
      ) : (
        <Counts refused={refused} />
      )}
      <ul className={`${rowsCss.rows} ${own.records}`}>
        {refused.map((one, place) => (
          <RefusedRow key={keyOf(one, place)} refused={one} />
        ))}
      </ul>
      <ListEnd list={list} count={refused.length} />
    </>
  );
}

const keyOf = ({ source, operation, transactionRef }: Refused, place: number): string =>
  source === null
    ? `${operation} ${transactionRef ?? place.toString()}`
    : `${source.topic} ${source.partition.toString()} ${source.offset.toString()}`;

function Counts({ refused }: { readonly refused: readonly Refused[] }) {
  return (
    <ul className={own.counts} aria-label={streamWords.counts}>
      {countsByCode(refused).map(({ code, count }) => (
        <li key={code}>
          <Chip tone="line">
            {streamWords.count(wordOf(streamWords.codes, shownText(code)), pointsText(count))}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** A page of a filtered list may be empty although the list goes on. */
function NoRefused({ isPart, isWhole }: { readonly isPart: boolean; readonly isWhole: boolean }) {
  const [title, text] = isPart
    ? isWhole
      ? [streamWords.noMatchTitle, streamWords.noMatch]
      : [streamWords.noMatchYetTitle, streamWords.noMatchYet]
    : [streamWords.noRefusedTitle, streamWords.noRefused];
  return (
    <div className={emptyCss.empty} role="status">
      <span className={emptyCss.icon}>
        <CircleCheck size={22} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
