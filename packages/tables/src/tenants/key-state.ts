/** SQL, of an alias of `api_keys`: the state at that moment, because an end may come while a transaction waits. */
export const keyState = (alias: string): string =>
  `CASE WHEN ${alias}.revoked_at IS NOT NULL THEN 'REVOKED' WHEN ${alias}.expires_at <= clock_timestamp() THEN 'EXPIRED' ELSE 'ACTIVE' END`;

/** SQL, of an alias of `api_keys`: it neither was revoked nor has ended. */
export const isActiveKey = (alias: string): string => `${keyState(alias)} = 'ACTIVE'`;

/** SQL: a key that counts towards the number of an environment (D215): in force, and not exchanged. */
export const isCountedKey = (alias: string): string =>
  `${isActiveKey(alias)} AND ${alias}.replaced_by IS NULL`;

interface NextContent {
  readonly permissions: string;
  readonly expiresAt: string;
}

/**
 * SQL, the hash of a key that gets permissions and an end: a plain one becomes narrow (D216, as `narrowHashOf`), and stays so. Of
 * an alias with the columns of before, and of two terms.
 */
export const hashOfChangedKey = (alias: string, { permissions, expiresAt }: NextContent): string =>
  `CASE WHEN ${alias}.permissions IS NULL AND ${alias}.expires_at IS NULL AND (${permissions} IS NOT NULL OR ${expiresAt} IS NOT NULL)
        THEN sha256('\\x01'::bytea || ${alias}.hash) ELSE ${alias}.hash END`;

/**
 * SQL, what a key is allowed: a list from before returns and voids had permissions of their own allows them with what it
 * allowed them with then (D303). Null: everything. Of an alias; the order of the list does not matter to readers.
 */
export const permissionsOfKey = (alias: string): string =>
  `CASE WHEN ${alias}.returns_apart OR ${alias}.permissions IS NULL THEN ${alias}.permissions
        ELSE ${alias}.permissions
          || CASE WHEN 'transactions:evaluate' = ANY (${alias}.permissions) THEN '{transactions:return}'::text[] ELSE '{}' END
          || CASE WHEN 'transactions:redeem' = ANY (${alias}.permissions) THEN '{transactions:void}'::text[] ELSE '{}' END
   END`;
