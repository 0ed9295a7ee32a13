import { given, type Search, textIn } from '../../model/address.ts';

export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly type?: string;
  /** The id of the object. */
  readonly object?: string;
  /** UTC days; the last one is included. */
  readonly since?: string;
  readonly until?: string;
  /** The id of the chosen entry. */
  readonly entry?: string;
}

export const auditSearch = ({ actor, action, type, object, since, until, entry }: Search): AuditSearch =>
  given({
    actor: textIn(actor),
    action: textIn(action),
    type: textIn(type),
    object: textIn(object),
    since: textIn(since),
    until: textIn(until),
    entry: textIn(entry),
  });
