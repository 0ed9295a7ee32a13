import { isProblem, type Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { dayText, shortTimeText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { problemTexts } from '../../parts/page/problem.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { CampaignsFor } from './campaigns-for.tsx';
import { DeleteSegment } from './delete-segment.tsx';
import { RuleLines } from './rule-lines.tsx';
import { SegmentMembers } from './segment-members.tsx';
import { useRuleWords } from './use-rule-words.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as factsCss from '../../parts/texts/facts.module.css';

type Segment = Schemas['Segment'];

export function SegmentPage() {
  const { segmentId } = useParams({ from: '/segments/$segmentId' });
  return (
    <Permitted operations={['getSegment']}>
      <SegmentBody key={segmentId} segmentId={segmentId} />
    </Permitted>
  );
}

const pollMs = 3_000;

const useRefresh = () =>
  useWrite('refreshSegment', {
    invalidates: ['getSegment', 'listSegments', 'listSegmentMembers'],
    onDone: ({ added, removed }) => {
      const detail = segmentWords.refreshDetail(pointsText(added), pointsText(removed));
      toast({ title: segmentWords.refreshDone, detail });
    },
  });

function SegmentBody({ segmentId }: { readonly segmentId: string }) {
  const { since } = useSearch({ from: '/segments/$segmentId' });
  const [isAwaited, setAwaited] = useState(false);
  const refresh = useRefresh();
  const isPolling = isAwaited || refresh.isPending;
  const read = useOperation('getSegment', { segmentId }, isPolling ? { pollMs } : {});
  const segment = read.data;
  const isLate = isProblem(refresh.error, 'PROCESSING_TIMEOUT');
  const isBehind =
    segment?.type === 'DYNAMIC' &&
    (segment.lastRefreshedAt === null || segment.lastRefreshedAt === since || isLate);
  if (isBehind !== isAwaited) setAwaited(isBehind);
  const wait = (): void => {
    const onError = (error: unknown): void => {
      // Of one that goes on the page itself says so.
      if (!isProblem(error, 'PROCESSING_TIMEOUT')) toastProblem(error);
    };
    refresh.mutate({ segmentId }, { onError });
  };
  return (
    <main className={css.main} id="content">
      {segment === undefined ? (
        <ListCrumb text={segmentId} />
      ) : (
        <SegmentHead segment={segment} isRefreshing={refresh.isPending} onRefresh={wait} />
      )}
      <ReadCard read={read}>
        {(found) => (
          <>
            <Facts segment={found} />
            {isPolling ? (
              <Progress segment={found} error={refresh.isPending ? null : refresh.error} onWait={wait} />
            ) : null}
            <div className={css.grid2}>
              <div>
                {found.rules === null ? null : <RuleCard rules={found.rules} />}
                <SegmentMembers segment={found} isPolling={isPolling} />
              </div>
              <div>
                <CampaignsFor segmentId={found.id} />
              </div>
            </div>
          </>
        )}
      </ReadCard>
    </main>
  );
}

function ListCrumb({ text }: { readonly text: string }) {
  return (
    <Crumb text={text}>
      <Link className={css.link} to="/segments" search={modeIn}>
        {segmentWords.title}
      </Link>
    </Crumb>
  );
}

interface SegmentHeadProps {
  readonly segment: Segment;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

function SegmentHead({ segment, isRefreshing, onRefresh }: SegmentHeadProps) {
  const { id, name, type, description } = segment;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <TitleHead
      crumb={<ListCrumb text={name} />}
      title={name}
      line={
        <>
          <Chip tone={type === 'DYNAMIC' ? 'accent' : 'line'}>{segmentWords.types[type]}</Chip>
          <span className={`${css.muted} ${css.wrap}`}>
            <bdi>{description ?? segmentWords.noDescription}</bdi>
          </span>
        </>
      }
      acts={
        <>
          <CodeButton operation="getSegment" args={{ segmentId: id }} />
          <ActionButton operations={['deleteSegment']} kind="quiet" onClick={() => setDeleting(true)}>
            <Trash2 size={15} /> {segmentWords.delete}
          </ActionButton>
          {type === 'DYNAMIC' ? (
            <ActionButton operations={['refreshSegment']} isBusy={isRefreshing} onClick={onRefresh}>
              <RefreshCw size={15} /> {segmentWords.refresh}
            </ActionButton>
          ) : null}
          <ActionButton
            operations={['updateSegment']}
            kind="main"
            onClick={() =>
              void navigate({ to: '/segments/$segmentId/edit', params: { segmentId: id }, search: modeIn })
            }
          >
            <Pencil size={15} /> {segmentWords.edit}
          </ActionButton>
          <DeleteSegment segment={segment} isOpen={isDeleting} onClose={() => setDeleting(false)} />
        </>
      }
    />
  );
}

function Facts({ segment }: { readonly segment: Segment }) {
  const { type, memberCount, lastRefreshedAt, createdAt, updatedAt } = segment;
  const { facts } = segmentWords;
  return (
    <ul className={`${css.card} ${factsCss.facts} ${factsCss.three}`}>
      <li>
        <div className={factsCss.label}>{facts.members}</div>
        <div className={factsCss.value}>{pointsText(memberCount)}</div>
        <p>{facts.now}</p>
      </li>
      <li>
        <div className={factsCss.label}>{facts.refreshed}</div>
        <div className={factsCss.value}>
          {lastRefreshedAt === null ? (
            facts.never
          ) : (
            <Time iso={lastRefreshedAt} text={shortTimeText(lastRefreshedAt, new Date().toISOString())} />
          )}
        </div>
        <p>
          {type === 'STATIC'
            ? facts.byHandAbout
            : lastRefreshedAt === null
              ? facts.neverAbout
              : facts.refreshedAbout}
        </p>
      </li>
      <li>
        <div className={factsCss.label}>{facts.created}</div>
        <div className={factsCss.value}>
          <Time iso={createdAt} text={dayText(createdAt)} />
        </div>
        <p>{facts.changed(dayText(updatedAt))}</p>
      </li>
    </ul>
  );
}

interface ProgressProps {
  readonly segment: Segment;
  /** Why nobody waits for it any longer; null while somebody does. */
  readonly error: unknown;
  readonly onWait: () => void;
}

/** A refresh that is under way: who is in the segment grows while one looks. */
function Progress({ segment: { memberCount }, error, onWait }: ProgressProps) {
  const isLate = isProblem(error, 'PROCESSING_TIMEOUT');
  return (
    <section className={`${css.card} ${own.progress}`} role="status">
      <span className={`${css.dot} ${css.ok}`} data-live />
      <div className={css.stackTight}>
        <p className={css.strong}>{isLate ? problemTexts(error).detail : segmentWords.refreshRunning}</p>
        <p className={`${css.small} ${css.muted} ${css.num}`}>
          {segmentWords.refreshSoFar(pointsText(memberCount))}
        </p>
      </div>
      {isLate ? (
        <button type="button" className={`${css.btn} ${css.push}`} data-small onClick={onWait}>
          {segmentWords.waitOn}
        </button>
      ) : null}
    </section>
  );
}

function RuleCard({ rules }: { readonly rules: Schemas['SegmentRules'] }) {
  const ruleWords = useRuleWords();
  return (
    <section className={css.card} aria-label={segmentWords.rule}>
      <header>
        <h2>{segmentWords.rule}</h2>
        <span className={`${css.small} ${css.faint} ${css.hidePhone}`}>{segmentWords.ruleAbout}</span>
      </header>
      <div className={css.pad}>
        <RuleLines rules={rules} ruleWords={ruleWords} />
      </div>
    </section>
  );
}
