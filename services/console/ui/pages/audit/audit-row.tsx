import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { actorNameOf } from '../../model/actor-name.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { auditWords } from '../../words/audit.ts';
import { wordOf } from '../../words/index.ts';
import { objectNameOf } from './entry.ts';
import * as css from '../../styles/common.module.css';
import * as own from './audit-page.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

interface AuditRowProps {
  readonly entry: Schemas['AuditEntry'];
  readonly isChosen: boolean;
}

export function AuditRow({ entry, isChosen }: AuditRowProps) {
  const { id, action, object, actor, at } = entry;
  const name = objectNameOf(object);
  return (
    <li>
      <Link
        from="/audit-log"
        search={(search) => ({ ...search, entry: id })}
        activeProps={{}}
        className={picksCss.pick}
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className={`${css.strong} ${css.cut}`}>{wordOf(auditWords.actions, action)}</span>
        <span className={`${picksCss.end} ${css.small} ${css.muted} ${css.num}`}>
          <Time iso={at} text={wholeTimeText(at, new Date().toISOString())} />
        </span>
        <Name text={name ?? object.id} className={name === null ? `${css.mono} ${css.muted}` : css.muted} />
        <span className={`${picksCss.end} ${picksCss.line} ${own.end} ${css.small} ${css.muted}`}>
          <Name text={actorNameOf(actor)} />
        </span>
      </Link>
    </li>
  );
}
