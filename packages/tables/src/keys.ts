/** API keys as a credential or an operator creates, narrows, rotates and revokes them (D215 to D218). */

export { type ApiKeyRecord, findApiKey, listApiKeys, type StoredKey } from './tenants/api-keys.ts';
export {
  narrowApiKey,
  type NarrowKeyResult,
  revokeApiKeys,
  type RevokeKeysResult,
  rotateApiKey,
  type RotateKeyResult,
} from './tenants/change-api-keys.ts';
export { type ChangeKeyResult, type KeyChange, keyChangesIn } from './tenants/key-changes.ts';
export type { KeyPatch, KeyRequest } from './tenants/key-rules.ts';
export { KeyUses } from './tenants/key-uses.ts';
export { readApiKeyPage } from './tenants/list-api-keys.ts';
export { isKeyActive, type LocatedKey, locateApiKey } from './tenants/locate-api-key.ts';
export {
  apiKeysMax,
  createApiKey,
  type KeyCall,
  makeApiKey,
  type MakeKeyResult,
} from './tenants/make-api-key.ts';
export {
  type BrowserOriginDirectory,
  createBrowserOriginDirectory,
  createEnvironmentDirectory,
  createKeyDirectory,
  type EnvironmentDirectory,
  type KeyDirectory,
  type KeyRecord,
  type KeyResult,
} from './tenants/directories.ts';
