import type { Schemas } from '@loyalty/client';
import type { ReactNode } from 'react';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { expiryCsv, tierCsv } from './csv-columns.ts';
import { type ExpiryRow, expiryRows, type TierRow, tierRows } from './liability.ts';
import { periodText } from './periods.ts';
import { SaveButton } from './save-button.tsx';
import type { TierNames } from './use-tier-names.ts';
import { pointsWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './points-page.module.css';

interface LiabilityTablesProps {
  readonly count: Schemas['LiabilityDay'];
  readonly names: TierNames;
}

/** The liability of a count by tier, and by the month in which the points expire. */
export function LiabilityTables({ count, names }: LiabilityTablesProps) {
  const [tiers, months] = [tierRows(count), expiryRows(count)];
  if (tiers === null || months === null)
    return <p className={`${css.card} ${css.padAll} ${css.muted}`}>{words.notDivided}</p>;
  const day = count.countedAt.slice(0, 10);
  return (
    <div className={own.two}>
      <TableCard
        title={words.tiers}
        none={tiers.length === 0 ? words.noTiers : null}
        save={
          <SaveButton rows={tiers} columns={tierCsv(names.nameOf)} fileName={`liability-by-tier-${day}`} />
        }
      >
        <Table
          columns={[tierColumn(names), membersColumn].concat(moneyColumns)}
          rows={tiers}
          keyOf={({ tierId }) => tierId ?? ''}
          className={own.liability}
        />
      </TableCard>
      <TableCard
        title={words.expiry}
        none={months.length === 0 ? words.noExpiry : null}
        save={<SaveButton rows={months} columns={expiryCsv} fileName={`liability-by-expiry-${day}`} />}
      >
        <p className={css.cardAbout}>{words.expiryHint}</p>
        <Table
          columns={[monthColumn].concat(moneyColumns)}
          rows={months}
          keyOf={({ kind, month }) => month ?? kind}
          className={own.liability}
        />
      </TableCard>
    </div>
  );
}

interface TableCardProps {
  readonly title: string;
  /** Said in place of a table without rows. */
  readonly none: string | null;
  readonly save: ReactNode;
  readonly children: ReactNode;
}

function TableCard({ title, none, save, children }: TableCardProps) {
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {none === null ? save : null}
      </header>
      {none === null ? children : <p className={css.cardAbout}>{none}</p>}
    </section>
  );
}

const tierColumn = ({ nameOf }: TierNames): Column<TierRow> => ({
  head: words.tier,
  phone: 'title',
  cell: ({ tierId }) => <Name text={nameOf(tierId)} className={tierId === null ? css.muted : css.strong} />,
});

const membersColumn: Column<TierRow> = {
  head: words.members,
  isRight: true,
  width: '96px',
  phone: 'line',
  className: css.num,
  cell: ({ members }) => (
    <>
      <span className={css.hidePhone}>{pointsText(members)}</span>
      <span className={`${css.onlyPhone} ${css.small} ${css.muted}`}>
        {words.memberCount(pointsText(members))}
      </span>
    </>
  ),
};

const monthColumn: Column<ExpiryRow> = {
  head: words.month,
  phone: 'title',
  cell: ({ kind, month }) =>
    month === null
      ? words[kind === 'later' ? 'later' : 'never']
      : periodText(`${month}-01T00:00:00Z`, 'month'),
};

const moneyColumns: readonly Column<{ readonly points: number; readonly liabilityCents: number }>[] = [
  {
    head: words.pointsColumn,
    isRight: true,
    width: '112px',
    phone: 'top',
    className: css.num,
    cell: ({ points }) => pointsText(points),
  },
  {
    head: words.whole,
    isRight: true,
    width: '128px',
    phone: 'bottom',
    className: css.num,
    cell: ({ liabilityCents }) => centsText(liabilityCents),
  },
];
