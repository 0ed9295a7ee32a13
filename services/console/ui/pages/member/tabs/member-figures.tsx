import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../../api/use-operation.ts';
import { centsText, pointsText } from '../../../model/numbers/figures.ts';
import { dayText } from '../../../model/times/times.ts';
import { Bars } from '../../../parts/lists/bars.tsx';
import { type Column, Table } from '../../../parts/lists/table.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { ProblemNote } from '../../../parts/page/problem.tsx';
import { memberWords } from '../words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../member-page.module.css';
import * as factsCss from '../../../parts/texts/facts.module.css';
import * as rowsCss from '../../../parts/lists/rows.module.css';

const words = memberWords.figures;

export function Figures({ member }: { readonly member: Schemas['Member'] }) {
  const found = useOperation('getMemberStatistics', { memberId: member.id });
  if (found.isPending) return <Bars rows={6} />;
  if (found.isError) return <ProblemNote error={found.error} onAgain={() => void found.refetch()} />;
  return (
    <>
      <Windows statistics={found.data} />
      <Facts statistics={found.data} />
      <Visits visits={found.data.visits} />
    </>
  );
}

type Statistics = Schemas['MemberStatistics'];

interface Window {
  readonly name: string;
  readonly cents: number;
  readonly count: number;
}

const windowsOf = (of: Statistics): readonly Window[] => [
  { name: words.windows.d7, cents: of.spendCents7d, count: of.txnCount7d },
  { name: words.windows.d30, cents: of.spendCents30d, count: of.txnCount30d },
  { name: words.windows.d90, cents: of.spendCents90d, count: of.txnCount90d },
  { name: words.windows.d365, cents: of.spendCents365d, count: of.txnCount365d },
  { name: words.windows.ever, cents: of.spendCentsLifetime, count: of.txnCountLifetime },
];

const columns: readonly Column<Window>[] = [
  { head: words.window, isRowHead: true, cell: ({ name }) => name },
  { head: words.purchases, isRight: true, className: css.num, cell: ({ count }) => pointsText(count) },
  {
    head: words.spent,
    isRight: true,
    className: `${css.num} ${css.strong}`,
    cell: ({ cents }) => centsText(cents),
  },
];

function Windows({ statistics }: { readonly statistics: Statistics }) {
  return (
    <Table
      columns={columns}
      rows={windowsOf(statistics)}
      keyOf={({ name }) => name}
      className={own.windows}
    />
  );
}

function Facts({ statistics }: { readonly statistics: Statistics }) {
  const { avgBasketCents30d, daysSinceLastTxn, daysSinceEnrolled, lifetimePoints } = statistics;
  return (
    <dl className={factsCss.list}>
      {[
        [words.average, avgBasketCents30d === null ? words.never : centsText(avgBasketCents30d)],
        [words.last, daysSinceLastTxn === null ? words.never : words.daysAgo(daysSinceLastTxn)],
        [words.enrolled, words.daysAgo(daysSinceEnrolled)],
        [words.lifetime, pointsText(lifetimePoints)],
      ].map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={css.num}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Visits({ visits }: { readonly visits: Statistics['visits'] }) {
  if (visits.length === 0) return null;
  return (
    <>
      <h2 className={rowsCss.head}>{words.visits}</h2>
      <ul className={rowsCss.rows}>
        {visits.map(({ campaignId, campaignName, count, lastVisitAt }) => (
          <li key={campaignId} className={rowsCss.row}>
            <div className={rowsCss.text}>
              <Name text={campaignName} className={css.strong} />
              <p className={rowsCss.sub}>{words.lastVisit(dayText(lastVisitAt))}</p>
            </div>
            <span className={css.num}>{words.visitsOf(pointsText(count))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
