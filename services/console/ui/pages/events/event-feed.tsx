import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { changeText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { Bars } from '../../parts/lists/bars.tsx';
import { MoreButton } from '../../parts/lists/more-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';
import * as codeCss from '../../parts/code/code.module.css';

const pageSize = 10;

/** Lists processed events, newest first, of one definition or of all. */
export function EventFeed({ eventKey }: { readonly eventKey?: string }) {
  const list = useList('listEvents', { eventKey, limit: pageSize });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section className={css.card} aria-label={eventWords.feed}>
      <header>
        <h2>{eventWords.feed}</h2>
      </header>
      {list.isPending ? <Bars rows={3} /> : null}
      {list.isError ? <ProblemNote error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.isSuccess && events.length === 0 && !list.hasNextPage ? (
        <p className={`${css.pad} ${css.muted}`}>{eventWords.feedNone}</p>
      ) : null}
      <ul className={own.feed}>
        {events.map((event) => (
          <li key={event.eventId}>
            <SentEvent event={event} hasKey={eventKey === undefined} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <footer className={css.more}>
          <MoreButton list={list} className={`${css.btn} ${css.push}`} />
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
        <span className={own.feedText}>
          <Name text={ref} className={css.mono} />
          <span className={`${css.small} ${css.faint} ${own.feedSub}`}>
            {hasKey ? <Name text={eventKey} className={css.mono} /> : null}
            <Time iso={receivedAt} text={shortTimeText(receivedAt, new Date().toISOString())} />
          </span>
        </span>
        <span
          className={pointsAwarded > 0 ? `${css.num} ${css.earn} ${css.strong}` : `${css.num} ${css.faint}`}
        >
          {eventWords.points(changeText(pointsAwarded))}
        </span>
      </summary>
      <div className={`${css.stack} ${own.feedWhole}`}>
        {payload === null ? (
          <p className={css.muted}>{eventWords.erased}</p>
        ) : (
          <pre className={codeCss.code} tabIndex={0}>
            {shownJson(payload)}
          </pre>
        )}
        <p>
          <Link className={css.link} to="/members/$memberId" params={{ memberId }} search={modeIn}>
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
