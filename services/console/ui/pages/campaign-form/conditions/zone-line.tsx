import { useOperation } from '../../../api/use-operation.ts';
import { missingPermission } from '../../../app/permissions.ts';
import { useSession } from '../../../app/session.tsx';
import { PageLink } from '../../../parts/names/page-link.tsx';
import { conditionWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';

/** The time zone changes seldom. */
const staleMs = 60_000;

/** Says by which time zone days, times and limits go, and leads to the setting where there is none. */
export function ZoneLine() {
  const { permissions } = useSession();
  const isEnabled = missingPermission(['getSettings'], permissions) === null;
  const record = useOperation('getSettings', {}, { isEnabled, staleMs }).data;
  if (record === undefined) return <p className={`${css.small} ${css.faint}`}>{words.zone}</p>;
  const { timeZone } = record.settings;
  if (timeZone !== null) return <p className={`${css.small} ${css.faint}`}>{words.zoneOf(timeZone)}</p>;
  return (
    <p className={`${css.small} ${css.warn}`} role="status">
      {words.noZone}{' '}
      <PageLink path="/settings" className={css.link}>
        {words.setZone}
      </PageLink>
    </p>
  );
}
