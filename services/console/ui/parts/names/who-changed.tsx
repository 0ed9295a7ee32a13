import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { actorNameOf } from '../../model/actor-name.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { auditWords } from '../../words/audit.ts';
import { wordOf } from '../../words/index.ts';
import { Time } from '../texts/time.tsx';
import { Name } from './name.tsx';
import { PageLink } from './page-link.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './who-changed.module.css';

interface WhoChangedProps {
  /** The type has the name that the audit log uses. */
  readonly objectType: string;
  readonly objectId: string;
}

/** The newest are what one looks for; all stand in the log. */
const shownMax = 4;

/**
 * Shows the last changes of what a page shows; nothing if there are none, or if this person may not see them.
 */
export function WhoChanged({ objectType, objectId }: WhoChangedProps) {
  const { permissions } = useSession();
  const entries =
    useOperation(
      'listAuditEntries',
      { objectType, objectId, limit: shownMax },
      { staleMs: 30_000, isEnabled: missingPermission(['listAuditEntries'], permissions) === null },
    ).data?.auditEntries ?? [];
  if (entries.length === 0) return null;
  return (
    <section className={`${css.card} ${own.changes}`} aria-label={auditWords.whoChanged}>
      <header>
        <h2>{auditWords.whoChanged}</h2>
        <PageLink
          path="/audit-log"
          query={{ type: objectType, object: objectId }}
          className={`${css.link} ${css.small}`}
        >
          {auditWords.all}
        </PageLink>
      </header>
      <ul>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Line({ entry: { action, actor, at } }: { readonly entry: Schemas['AuditEntry'] }) {
  return (
    <li>
      <span>{wordOf(auditWords.actions, action)}</span>
      <span className={`${css.small} ${css.faint} ${css.num}`}>
        <Time iso={at} text={shortTimeText(at, new Date().toISOString())} />
      </span>
      <Name text={actorNameOf(actor)} className={`${css.small} ${css.muted}`} />
    </li>
  );
}
