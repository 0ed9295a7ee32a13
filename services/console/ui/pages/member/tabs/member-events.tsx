import type { Schemas } from '@loyalty/client';
import { useList } from '../../../api/use-operation.ts';
import { changeText } from '../../../model/numbers/figures.ts';
import { shownText } from '../../../model/shown-text.ts';
import { clockText, dayText } from '../../../model/times/times.ts';
import { Name } from '../../../parts/names/name.tsx';
import { Time } from '../../../parts/texts/time.tsx';
import { memberWords as words } from '../words.ts';
import { ListBody } from './list-body.tsx';
import * as css from '../../../styles/common.module.css';
import * as codeCss from '../../../parts/code/code.module.css';
import * as rowsCss from '../../../parts/lists/rows.module.css';

const pageSize = 25;

export function Events({ member }: { readonly member: Schemas['Member'] }) {
  const list = useList('listEvents', { memberId: member.id, limit: pageSize });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <ListBody list={list} count={events.length} empty={[words.events.none, words.events.noneDetail]}>
      <ul className={rowsCss.rows}>
        {events.map((event) => (
          <Event key={event.eventId} event={event} />
        ))}
      </ul>
    </ListBody>
  );
}

function Event({ event }: { readonly event: Schemas['Event'] }) {
  const { eventKey, ref, payload, definitionVersion, pointsAwarded, receivedAt } = event;
  return (
    <li className={rowsCss.row}>
      <div className={rowsCss.text}>
        <Name text={eventKey} className={`${css.mono} ${css.strong}`} />
        <p className={rowsCss.sub}>
          <Name text={ref} className={css.mono} />
          <Time iso={receivedAt} text={`${dayText(receivedAt)}, ${clockText(receivedAt)}`} />
          {definitionVersion === null ? null : <span>{words.events.version(definitionVersion)}</span>}
        </p>
        {payload === null || Object.keys(payload).length === 0 ? null : (
          <details>
            <summary className={css.small}>{words.events.payload}</summary>
            <pre className={codeCss.code} tabIndex={0}>
              {shownLines(payload)}
            </pre>
          </details>
        )}
      </div>
      <span
        className={pointsAwarded > 0 ? `${css.num} ${css.strong} ${css.earn}` : `${css.num} ${css.faint}`}
      >
        {changeText(pointsAwarded)}
      </span>
    </li>
  );
}

const shownLines = (payload: object): string =>
  JSON.stringify(payload, null, 2).split('\n').map(shownText).join('\n');
