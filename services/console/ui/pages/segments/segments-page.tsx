import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { Layers, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { ActionLink } from '../../parts/forms/action-link.tsx';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { ruleText, type RuleWords } from './rule-text.ts';
import { useRuleWords } from './use-rule-words.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

type Segment = Schemas['Segment'];

export function SegmentsPage() {
  return (
    <Permitted operations={['listSegments']}>
      <SegmentsBody />
    </Permitted>
  );
}

const pollMs = 3_000;

/** Refreshes by the segment: when the last one had begun as somebody asked for another. */
type Awaited = ReadonlyMap<string, string | null>;

const isRefreshing = (segment: Segment, awaited: Awaited): boolean =>
  segment.type === 'DYNAMIC' &&
  (segment.lastRefreshedAt === null || awaited.get(segment.id) === segment.lastRefreshedAt);

function SegmentsBody() {
  const [awaited, setAwaited] = useState<Awaited>(new Map());
  const [isPolling, setPolling] = useState(false);
  const list = useOperation('listSegments', {}, isPolling ? { pollMs } : {});
  const segments = list.data?.segments ?? [];
  const isWaiting = segments.some((segment) => isRefreshing(segment, awaited));
  if (isWaiting !== isPolling) setPolling(isWaiting);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={segmentWords.title}
        about={segmentWords.about}
        acts={
          <SegmentActs
            onQueued={() =>
              setAwaited(new Map(segments.map(({ id, lastRefreshedAt }) => [id, lastRefreshedAt])))
            }
          />
        }
      />
      <ReadCard read={list}>
        {() =>
          segments.length === 0 ? <NoSegments /> : <SegmentTable segments={segments} awaited={awaited} />
        }
      </ReadCard>
    </main>
  );
}

function SegmentActs({ onQueued }: { readonly onQueued: () => void }) {
  const refresh = useWrite('refreshSegments', {
    invalidates: ['listSegments'],
    onDone: ({ segmentsQueued }) => {
      toast({ title: segmentWords.queued(pointsText(segmentsQueued)) });
      onQueued();
    },
  });
  return (
    <>
      <CodeButton operation="listSegments" args={{}} />
      <ActionButton
        operations={['refreshSegments']}
        isBusy={refresh.isPending}
        onClick={() => refresh.mutate({}, { onError: toastProblem })}
      >
        <RefreshCw size={15} /> {segmentWords.refreshAll}
      </ActionButton>
      <ActionLink operations={['createSegment']} kind="main" to="/segments/new" search={modeIn}>
        <Plus size={16} /> {segmentWords.new}
      </ActionLink>
    </>
  );
}

function NoSegments() {
  return (
    <section className={`${css.card} ${emptyCss.empty}`} role="status">
      <span className={emptyCss.icon}>
        <Layers size={22} />
      </span>
      <h2>{segmentWords.noneTitle}</h2>
      <p>{segmentWords.none}</p>
    </section>
  );
}

interface SegmentTableProps {
  readonly segments: readonly Segment[];
  readonly awaited: Awaited;
}

function SegmentTable({ segments, awaited }: SegmentTableProps) {
  const ruleWords = useRuleWords();
  const columns: readonly Column<Segment>[] = [
    {
      head: segmentWords.segment,
      phone: 'title',
      cell: (segment) => <SegmentName segment={segment} ruleWords={ruleWords} />,
    },
    {
      head: segmentWords.type,
      width: '110px',
      phone: 'none',
      cell: ({ type }) => (
        <Chip tone={type === 'DYNAMIC' ? 'accent' : 'line'}>{segmentWords.types[type]}</Chip>
      ),
    },
    {
      head: segmentWords.refreshed,
      width: '140px',
      phone: 'bottom',
      className: `${css.small} ${css.muted}`,
      cell: (segment) =>
        isRefreshing(segment, awaited) ? (
          <span className={own.live}>
            <span className={`${css.dot} ${css.ok}`} data-live /> {segmentWords.refreshing}
          </span>
        ) : (
          <Refreshed segment={segment} />
        ),
    },
    {
      head: segmentWords.members,
      isRight: true,
      width: '140px',
      phone: 'top',
      className: `${css.num} ${css.strong}`,
      cell: ({ memberCount }) => pointsText(memberCount),
    },
  ];
  return (
    <section className={css.card} aria-label={segmentWords.title}>
      <Table columns={columns} rows={segments} keyOf={({ id }) => id} isLinked />
    </section>
  );
}

interface SegmentNameProps {
  readonly segment: Segment;
  readonly ruleWords: RuleWords;
}

function SegmentName({ segment: { id, name, description, rules }, ruleWords }: SegmentNameProps) {
  const about = rules === null ? description : ruleText(rules, ruleWords);
  return (
    <>
      <Link to="/segments/$segmentId" params={{ segmentId: id }} search={modeIn}>
        <Name text={name} className={css.strong} />
      </Link>
      {about === null ? null : <Name text={about} className={`${css.small} ${css.faint} ${css.below}`} />}
    </>
  );
}

function Refreshed({ segment: { type, lastRefreshedAt } }: { readonly segment: Segment }) {
  if (type === 'STATIC') return segmentWords.byHand;
  if (lastRefreshedAt === null) return segmentWords.notYet;
  return <Time iso={lastRefreshedAt} text={shortTimeText(lastRefreshedAt, new Date().toISOString())} />;
}
