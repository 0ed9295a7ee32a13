import { Fault } from '@loyalty/kernel';

/** SQL that is true on a standby, on a primary that was demoted, and where writes are switched off. */
export const isReadOnlyText = `(pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean)`;

/** Returns the Fault for a server that takes no writes; another one may take them soon. */
export const readOnlyServer = (): Fault =>
  new Fault('DATABASE_READ_ONLY', 'the server takes no writes', { retry: true });
