import { serviceNames } from '@loyalty/contracts';
import { databaseRoles, serviceRoleOf } from '@loyalty/storage/database-roles';

/** The operator's tool. */
export const operator = 'loyaltyctl';
/** A tenant's own producer. */
export const grocer = 'grocer';

/** Everybody whom Kafka knows besides its administrator. */
export const principals: readonly string[] = [...serviceNames, operator, grocer];

/** The roles of the services. */
export const serviceRoles: readonly string[] = serviceNames.map(serviceRoleOf);

/** The roles of the database that `loyaltyctl roles create` makes. */
export const rolesMade: readonly string[] = [...Object.values(databaseRoles), ...serviceRoles];
