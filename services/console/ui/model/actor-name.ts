import type { Schemas } from '@loyalty/client';

/** Returns who made a change: the name of a key, or the id if there is no name. */
export const actorNameOf = ({ name, id }: Pick<Schemas['AuditActor'], 'name' | 'id'>): string => name ?? id;
