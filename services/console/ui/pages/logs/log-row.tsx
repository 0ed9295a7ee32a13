import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { shortPlaceIn } from '../../model/logged-call.ts';
import { spanText } from '../../model/spans.ts';
import { wholeTimeText } from '../../model/times.ts';
import { Chip } from '../../parts/chip.tsx';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';

type Log = Schemas['RequestLog'];

export function LogRow({ log, isChosen }: { readonly log: Log; readonly isChosen: boolean }) {
  const { id, method, path, at, durationMs, code } = log;
  return (
    <li>
      <Link
        from="/logs"
        search={(search) => Object.assign({}, search, { log: id })}
        activeProps={{}}
        className="pick"
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className="pick-name log-line">
          <span className="mono method">{method}</span>
          <Name text={shortPlaceIn(path)} className="mono" />
        </span>
        <span className="pick-end">
          <StatusChip log={log} />
        </span>
        <span className="small muted log-line">
          <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />
          {code === null ? null : <Name text={code} className="mono faint" />}
        </span>
        <span className="pick-end small muted num">{spanText(durationMs)}</span>
      </Link>
    </li>
  );
}

export function StatusChip({ log: { status } }: { readonly log: Log }) {
  return <Chip tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}>{status}</Chip>;
}
