/**
 * SQL: the state of a key at that moment, because an expiry may pass while a transaction waits. `alias` is
 * one of `api_keys`.
 */
export const keyState = (alias: string): string =>
  `CASE WHEN ${alias}.revoked_at IS NOT NULL THEN 'REVOKED' WHEN ${alias}.expires_at <= clock_timestamp() THEN 'EXPIRED' ELSE 'ACTIVE' END`;

/** SQL: true if a key was not revoked and has not expired. `alias` is one of `api_keys`. */
export const isActiveKey = (alias: string): string => `${keyState(alias)} = 'ACTIVE'`;

/**
 * SQL: true if a key counts towards the number of an environment (D215), because it is in force and was not
 * rotated.
 */
export const isCountedKey = (alias: string): string =>
  `${isActiveKey(alias)} AND ${alias}.replaced_by IS NULL`;

interface NextContent {
  readonly permissions: string;
  readonly expiresAt: string;
}

/**
 * SQL: the hash of a key that gets permissions and an expiry. A plain key becomes narrow (D216, as
 * `narrowHashOf`) and stays so. `alias` has the earlier columns; the content consists of two terms.
 */
export const hashOfChangedKey = (alias: string, { permissions, expiresAt }: NextContent): string =>
  `CASE WHEN ${alias}.permissions IS NULL AND ${alias}.expires_at IS NULL AND (${permissions} IS NOT NULL OR ${expiresAt} IS NOT NULL)
        THEN sha256('\\x01'::bytea || ${alias}.hash) ELSE ${alias}.hash END`;

/**
 * SQL: what a key is allowed. A list from before returns and voids had permissions of their own also allows
 * them, if it allowed them then (D303). Null means everything. The order of the list does not matter to
 * readers.
 */
export const permissionsOfKey = (alias: string): string =>
  `CASE WHEN ${alias}.returns_apart OR ${alias}.permissions IS NULL THEN ${alias}.permissions
        ELSE ${alias}.permissions
          || CASE WHEN 'transactions:evaluate' = ANY (${alias}.permissions) THEN '{transactions:return}'::text[] ELSE '{}' END
          || CASE WHEN 'transactions:redeem' = ANY (${alias}.permissions) THEN '{transactions:void}'::text[] ELSE '{}' END
   END`;
