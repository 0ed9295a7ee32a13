import { pointsText } from '../../model/numbers/figures.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf, words } from '../../words/index.ts';
import type { Partitions } from './progress.ts';
import { streamWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './stream-page.module.css';

interface PartitionsProps {
  readonly topic: string;
  readonly partitions: Partitions;
  readonly atMs: number;
}

/** More partitions than these are folded away. */
const shownMax = 4;

export function PartitionsCard({ topic, partitions, atMs }: PartitionsProps) {
  return (
    <section className={css.card} aria-label={streamWords.topic}>
      <p className={`${own.topic} ${css.small}`}>
        <span className={css.muted}>{streamWords.topic}</span>
        <Name text={topic} className={css.mono} />
        <CopyButton text={topic} what={streamWords.topic} />
      </p>
      <details className={own.partitions} open={partitions.length <= shownMax}>
        <summary className={`${css.small} ${css.muted}`}>
          {streamWords.partitions(pointsText(partitions.length))}
        </summary>
        <Table
          columns={columnsAt(new Date(atMs).toISOString())}
          keyOf={({ partition }) => partition.toString()}
          rows={partitions}
        />
      </details>
    </section>
  );
}

type Row = Partitions[number];

const columnsAt = (nowIso: string): readonly Column<Row>[] => [
  {
    head: streamWords.partition,
    phone: 'title',
    cell: ({ partition, state }) => (
      <span className={own.partition}>
        <span className={css.onlyPhone}>{streamWords.partition}</span>
        <span className={`${css.num} ${css.strong}`}>{partition}</span>
        <Chip tone={state === 'RUNNING' ? 'ok' : 'warn'}>{wordOf(streamWords.states, state)}</Chip>
      </span>
    ),
  },
  figureColumn(streamWords.decidedUpTo, ({ decidedUpTo }) => decidedUpTo),
  figureColumn(streamWords.endOffset, ({ endOffset }) => endOffset),
  figureColumn(streamWords.lag, ({ lag }) => lag),
  figureColumn(streamWords.held, ({ waitingForTransaction }) => waitingForTransaction),
  {
    head: streamWords.lastDecidedAt,
    phone: 'line',
    isRight: true,
    className: own.figure,
    cell: ({ lastDecidedAt }) => (
      <>
        <PhoneLabel text={streamWords.lastDecidedAt} />
        {lastDecidedAt === null ? (
          words.nothingYet
        ) : (
          <Time iso={lastDecidedAt} text={wholeTimeText(lastDecidedAt, nowIso)} />
        )}
      </>
    ),
  },
];

const figureColumn = (head: string, figureOf: (row: Row) => number | null): Column<Row> => ({
  head,
  phone: 'line',
  isRight: true,
  className: own.figure,
  cell: (row) => {
    const value = figureOf(row);
    return (
      <>
        <PhoneLabel text={head} />
        <span className={css.num}>{value === null ? words.nothingYet : pointsText(value)}</span>
      </>
    );
  },
});

/** On a phone columns have no headings. */
function PhoneLabel({ text }: { readonly text: string }) {
  return <span className={`${css.onlyPhone} ${css.small} ${css.muted}`}>{text}</span>;
}
