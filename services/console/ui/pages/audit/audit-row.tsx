import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { actorNameOf, objectNameOf } from '../../model/audit.ts';
import { wholeTimeText } from '../../model/times.ts';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { wordOf } from '../../words/index.ts';
import { auditWords } from '../../words/audit.ts';

interface AuditRowProps {
  readonly entry: Schemas['AuditEntry'];
  readonly isChosen: boolean;
}

export function AuditRow({ entry, isChosen }: AuditRowProps) {
  const { id, action, object, actor, at } = entry;
  return (
    <li>
      <Link
        from="/audit-log"
        search={(search) => Object.assign({}, search, { entry: id })}
        activeProps={{}}
        className="pick audit-pick"
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className="pick-name strong cut">{wordOf(auditWords.actions, action)}</span>
        <span className="pick-end small muted num">
          <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />
        </span>
        <Name text={objectNameOf(object)} className={object.name === null ? 'mono muted' : 'muted'} />
        <span className="pick-end small muted log-line">
          <Name text={actorNameOf(actor)} />
        </span>
      </Link>
    </li>
  );
}
