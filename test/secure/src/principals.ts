import { serviceNames } from '@loyalty/contracts';

/** The operator's tool. */
export const operator = 'loyaltyctl';
/** A tenant's own producer. */
export const grocer = 'grocer';

/** Everybody whom Kafka knows besides its administrator. */
export const principals: readonly string[] = [...serviceNames, operator, grocer];

/** The roles of the database that `loyaltyctl roles create` makes. */
export const roles = { app: 'loyalty_app', migrate: 'loyalty_migrate', read: 'loyalty_read' } as const;
