import { clockText, dayText } from '../../../model/times/times.ts';
import { Time } from '../../../parts/texts/time.tsx';
import { memberWords as words } from '../words.ts';
import { happenedAt, storedLateAt } from './days.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './tabs.module.css';

interface WhenProps {
  readonly row: { readonly createdAt: string; readonly occurredAt?: string | null };
}

/** Shows the time at which something happened; below it when it was stored, if that was at another time. */
export function When({ row }: WhenProps) {
  const at = happenedAt(row);
  const storedAt = storedLateAt(row);
  return (
    <>
      <Time iso={at} text={clockText(at)} />
      {storedAt === null ? null : (
        <small className={`${own.stored} ${css.faint}`}>
          {words.stored} <Time iso={storedAt} text={`${dayText(storedAt)}, ${clockText(storedAt)}`} />
        </small>
      )}
    </>
  );
}
