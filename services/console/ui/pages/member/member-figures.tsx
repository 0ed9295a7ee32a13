import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { centsText, pointsText } from '../../model/figures.ts';
import { dayText } from '../../model/times.ts';
import { Bars } from '../../parts/bars.tsx';
import { Name } from '../../parts/name.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { memberWords } from '../../words/member.ts';

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

const windowsOf = (of: Statistics): readonly (readonly [string, number, number])[] => [
  [words.windows.d7, of.spendCents7d, of.txnCount7d],
  [words.windows.d30, of.spendCents30d, of.txnCount30d],
  [words.windows.d90, of.spendCents90d, of.txnCount90d],
  [words.windows.d365, of.spendCents365d, of.txnCount365d],
  [words.windows.ever, of.spendCentsLifetime, of.txnCountLifetime],
];

function Windows({ statistics }: { readonly statistics: Statistics }) {
  return (
    <table className="tbl figures">
      <thead>
        <tr>
          <th scope="col">{words.window}</th>
          <th scope="col" className="right">
            {words.purchases}
          </th>
          <th scope="col" className="right">
            {words.spent}
          </th>
        </tr>
      </thead>
      <tbody>
        {windowsOf(statistics).map(([name, cents, count]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="num right">{pointsText(count)}</td>
            <td className="num right strong">{centsText(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ statistics }: { readonly statistics: Statistics }) {
  const { avgBasketCents30d, daysSinceLastTxn, daysSinceEnrolled, lifetimePoints } = statistics;
  return (
    <dl className="facts-list">
      {[
        [words.average, avgBasketCents30d === null ? words.never : centsText(avgBasketCents30d)],
        [words.last, daysSinceLastTxn === null ? words.never : words.daysAgo(daysSinceLastTxn)],
        [words.enrolled, words.daysAgo(daysSinceEnrolled)],
        [words.lifetime, pointsText(lifetimePoints)],
      ].map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Visits({ visits }: { readonly visits: Statistics['visits'] }) {
  if (visits.length === 0) return null;
  return (
    <>
      <h2 className="rows-head">{words.visits}</h2>
      <ul className="rows">
        {visits.map(({ campaignId, campaignName, count, lastVisitAt }) => (
          <li key={campaignId} className="row">
            <div className="row-text">
              <Name text={campaignName} className="strong" />
              <p className="sub">{words.lastVisit(dayText(lastVisitAt))}</p>
            </div>
            <span className="num">{words.visitsOf(pointsText(count))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
