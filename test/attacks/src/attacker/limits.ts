/** The limits of the attacker's keys: those of every new key, or 1,000,000 a minute. */
export type Limits = 'default' | 'raised';
