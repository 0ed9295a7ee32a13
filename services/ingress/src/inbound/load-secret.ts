import type { Credential } from '@loyalty/http';
import { Fault } from '@loyalty/kernel';
import type { EnvironmentDirectory } from '@loyalty/programme';

/** Finds the secret of a credential's environment, which keys member keys and cursors. */
export type LoadSecret = (credential: Credential) => Promise<Uint8Array>;

/** Secrets as the directory holds them; throws a retriable Fault when the database is away and none is held. */
export const createLoadSecret =
  (environments: Pick<EnvironmentDirectory, 'find'>): LoadSecret =>
  async ({ tenantId, mode }) => {
    const environment = await environments.find(tenantId, mode);
    if (environment === null)
      throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
    return environment.secret;
  };
