import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { spanText } from '../../model/times/spans.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { shortPlaceIn } from './logged-call.ts';
import * as css from '../../styles/common.module.css';
import * as own from './logs-page.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

type Log = Schemas['RequestLog'];

export function LogRow({ log, isChosen }: { readonly log: Log; readonly isChosen: boolean }) {
  const { id, method, path, at, durationMs, code } = log;
  return (
    <li>
      <Link
        from="/logs"
        search={(search) => ({ ...search, log: id })}
        activeProps={{}}
        className={picksCss.pick}
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className={picksCss.line}>
          <span className={`${css.mono} ${own.method}`}>{method}</span>
          <Name text={shortPlaceIn(path)} className={css.mono} />
        </span>
        <span className={picksCss.end}>
          <StatusChip log={log} />
        </span>
        <span className={`${css.small} ${css.muted} ${picksCss.line}`}>
          <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />
          {code === null ? null : <Name text={code} className={`${css.mono} ${css.faint}`} />}
        </span>
        <span className={`${picksCss.end} ${css.small} ${css.muted} ${css.num}`}>{spanText(durationMs)}</span>
      </Link>
    </li>
  );
}

export function StatusChip({ log: { status } }: { readonly log: Pick<Log, 'status'> }) {
  return <Chip tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}>{status}</Chip>;
}
