/** API keys as a credential or an operator makes, narrows, exchanges and revokes them (D215 to D218). */

export { type ApiKeyRecord, findApiKey, listApiKeys, type StoredKey } from './api-keys.ts';
export {
  type ChangedKey,
  narrowApiKey,
  type NarrowKeyResult,
  revokeApiKeys,
  type RevokeKeysResult,
  rotateApiKey,
  type RotateKeyResult,
} from './change-api-keys.ts';
export { type ChangeKeyResult, type KeyChange, keyChangesIn } from './key-changes.ts';
export type { GrantRefusal, KeyBounds, KeyChangeRefusal, KeyPatch, KeyRequest } from './key-rules.ts';
export { KeyUses } from './key-uses.ts';
export { readApiKeyPage } from './list-api-keys.ts';
export { isKeyActive, type LocatedKey, locateApiKey } from './locate-api-key.ts';
export {
  apiKeysMax,
  createApiKey,
  type CreateApiKeyResult,
  type KeyCall,
  makeApiKey,
  type MakeKeyResult,
} from './make-api-key.ts';
