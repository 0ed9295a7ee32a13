import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { changeText } from '../../model/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { shortTimeText } from '../../model/times.ts';
import { Bars } from '../../parts/bars.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Name } from '../../parts/name.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { eventWords } from '../../words/events.ts';

const pageSize = 10;

/** Events that were processed, newest first; of one definition, or of all. */
export function EventFeed({ eventKey }: { readonly eventKey?: string }) {
  const list = useList('listEvents', { eventKey, limit: pageSize });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section className="card" aria-label={eventWords.feed}>
      <header>
        <h2>{eventWords.feed}</h2>
      </header>
      {list.isPending ? <Bars rows={3} /> : null}
      {list.isError ? <ProblemNote error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.isSuccess && events.length === 0 && !list.hasNextPage ? (
        <p className="pad muted">{eventWords.feedNone}</p>
      ) : null}
      <ul className="feed">
        {events.map((event) => (
          <li key={event.eventId}>
            <SentEvent event={event} hasKey={eventKey === undefined} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <footer className="more">
          <MoreButton list={list} className="btn push" />
        </footer>
      ) : null}
    </section>
  );
}

interface SentEventProps {
  readonly event: Schemas['Event'];
  readonly hasKey: boolean;
}

function SentEvent({ event, hasKey }: SentEventProps) {
  const { eventKey, ref, memberId, payload, pointsAwarded, receivedAt } = event;
  return (
    <details>
      <summary>
        <span className="feed-text">
          <Name text={ref} className="mono" />
          <span className="small faint feed-sub">
            {hasKey ? <Name text={eventKey} className="mono" /> : null}
            <Time iso={receivedAt} text={shortTimeText(receivedAt, new Date().toISOString())} />
          </span>
        </span>
        <span className={pointsAwarded > 0 ? 'num earn strong' : 'num faint'}>
          {eventWords.points(changeText(pointsAwarded))}
        </span>
      </summary>
      <div className="stack feed-whole">
        {payload === null ? (
          <p className="muted">{eventWords.erased}</p>
        ) : (
          <pre className="code" tabIndex={0}>
            {shownJson(payload)}
          </pre>
        )}
        <p>
          <Link className="link" to="/members/$memberId" params={{ memberId }} search={modeIn}>
            {eventWords.toMember}
          </Link>
        </p>
      </div>
    </details>
  );
}

/** Line ends are the layout of JSON, and no part of the data. */
const shownJson = (value: object): string =>
  JSON.stringify(value, null, 2).split('\n').map(shownText).join('\n');
