import type { Schemas } from '@loyalty/client';

/** Returns who somebody is: the name of a key, or the id where there is none. */
export const actorNameOf = ({ name, id }: Pick<Schemas['AuditActor'], 'name' | 'id'>): string => name ?? id;
