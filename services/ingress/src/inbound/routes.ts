import type { BodyOf, OperationId, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import type { Credential, Handler } from '@loyalty/http/api';
import { Fault, memberKeyOf } from '@loyalty/kernel';
import type { EnvironmentDirectory } from '@loyalty/tables/keys';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';

/** The pages, which need no credential. */
export type PageId =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenapiDocument'
  | 'getDocumentation'
  | 'getAsyncapiDocument'
  | 'getSchemaDocumentation'
  | 'getEventDocumentation'
  | 'getGuide'
  | 'getErrorGuide'
  | 'getReadingList';

/** The handlers by operation. An operation of the document without a handler is a compile error. */
export type Routes = {
  readonly [Id in Exclude<OperationId, PageId>]: Handler<ParametersOf<Id>, QueryOf<Id>, BodyOf<Id>>;
};

/** Calls of tills need this of their environment. It throws what {@link LoadEnvironmentSecret} throws. */
export type LoadCallEnvironment = (
  credential: Credential,
) => Promise<Pick<EnvironmentRecord, 'secret' | 'currency'>>;

/** Loads the secret of an environment, which is the key of member keys and cursors. */
export type LoadEnvironmentSecret = (credential: Credential) => Promise<Uint8Array>;

/**
 * Creates a loader of secrets, which the directory caches. Throws a retriable Fault if the database is
 * unreachable and none is cached.
 */
export const createLoadSecret =
  (environments: Pick<EnvironmentDirectory, 'find'>): LoadEnvironmentSecret =>
  async (credential) =>
    (await loadEnvironment(environments, credential)).secret;

/** Returns the key of a member whom a body may name; null if it names nobody. It throws what the loader throws. */
export const loadNamedKey = async (
  memberRef: string | null | undefined,
  credential: Credential,
  loadSecret: LoadEnvironmentSecret,
): Promise<Buffer | null> =>
  memberRef == null ? null : memberKeyOf(await loadSecret(credential), memberRef);

/** Finds the environment of a credential, which is cached for up to 10 s. Throws as {@link LoadEnvironmentSecret} does. */
export const loadEnvironment = async (
  environments: Pick<EnvironmentDirectory, 'find'>,
  { tenantId, mode }: Credential,
): Promise<EnvironmentRecord> => {
  const environment = await environments.find(tenantId, mode);
  if (environment === null)
    throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
  return environment;
};

/**
 * Returns the country in which the environment's members dial national telephone numbers; null if it is not
 * set (D53).
 */
export type LoadPhoneCountry = (credential: Credential) => Promise<string | null>;

/** Creates a loader of the country. It throws what {@link loadEnvironment} throws. */
export const createLoadPhoneCountry =
  (environments: Pick<EnvironmentDirectory, 'find'>): LoadPhoneCountry =>
  async (credential) =>
    (await loadEnvironment(environments, credential)).phoneCountry;
