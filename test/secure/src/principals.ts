import { serviceNames } from '@loyalty/contracts';
import { serviceRoleOf } from '@loyalty/storage/database-roles';

/** The operator's tool. */
export const operator = 'loyaltyctl';
/** A tenant's own producer. */
export const grocer = 'grocer';

/** Everybody whom Kafka knows besides its administrator. */
export const principals: readonly string[] = [...serviceNames, operator, grocer];

export const serviceRoles: readonly string[] = serviceNames.map(serviceRoleOf);
