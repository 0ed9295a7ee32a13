import pg from 'pg';
import { sessionConfig } from './sql/session-config.ts';

/** None has a password before an operator gives it one, and none is a superuser. */
export const databaseRoles = {
  /** Services: rows, and no table. */
  app: 'loyalty_app',
  /** For `loyaltyctl deploy` and `migrate`: owns every table, sequence and function. */
  migrate: 'loyalty_migrate',
  /** Analysts and the nightly `check`: all but secrets. */
  read: 'loyalty_read',
} as const;

const { app, migrate, read } = databaseRoles;

const makeRoles = `
  DO $$
  DECLARE
    wanted text;
  BEGIN
    FOREACH wanted IN ARRAY ARRAY['${app}', '${migrate}', '${read}'] LOOP
      IF to_regrole(wanted) IS NULL THEN EXECUTE format('CREATE ROLE %I LOGIN', wanted); END IF;
      EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), wanted);
    END LOOP;
    -- To give tables to a role, one must be a member of it.
    EXECUTE format('GRANT ${migrate} TO %I', current_user);
  END $$;
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  GRANT USAGE ON SCHEMA public TO ${app}, ${read};
  GRANT USAGE, CREATE ON SCHEMA public TO ${migrate};`;

const transferOwnership = `
  DO $$
  DECLARE
    owned record;
  BEGIN
    FOR owned IN
      SELECT format('ALTER %s %s OWNER TO ${migrate}', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass) AS statement
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND c.relowner <> '${migrate}'::regrole
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
      UNION ALL
      SELECT format('ALTER FUNCTION %s OWNER TO ${migrate}', p.oid::regprocedure)
        FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${migrate}'::regrole
    LOOP
      EXECUTE owned.statement;
    END LOOP;
  END $$;`;

const grantRows = `
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${app};
  GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${app};
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${read};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${app};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public GRANT SELECT ON TABLES TO ${read};`;

/**
 * Readers see no secret and no hash of a key; services note no step. Does nothing where the roles were not
 * made. Follows each step of the schema, because the rights on later tables are those on whole tables.
 */
export const revokeSecretsSql = `
  DO $$
  DECLARE
    kept record;
  BEGIN
    IF to_regrole('${read}') IS NULL OR to_regrole('${app}') IS NULL THEN RETURN; END IF;
    FOR kept IN
      SELECT c.oid::regclass AS name, string_agg(quote_ident(a.attname), ', ') FILTER (WHERE a.attname NOT IN ('secret', 'hash')) AS columns
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND has_any_column_privilege('${read}', c.oid, 'SELECT')
       GROUP BY c.oid HAVING bool_or(a.attname IN ('secret', 'hash'))
    LOOP
      EXECUTE format('REVOKE SELECT ON %s FROM ${read}', kept.name);
      EXECUTE format('GRANT SELECT (%s) ON %s TO ${read}', kept.columns, kept.name);
    END LOOP;
    IF has_table_privilege('${app}', to_regclass('schema_migrations'), 'INSERT, UPDATE, DELETE') THEN
      REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM ${app};
    END IF;
  END $$;`;

/**
 * Also makes {@link databaseRoles}`.migrate` the owner of every table. Safe to repeat. The address's user
 * must be allowed to make roles and own what is there. A table in use for longer than 2 s fails it.
 */
export const makeDatabaseRoles = async (url: string): Promise<void> => {
  const session = new pg.Client(sessionConfig({ url, applicationName: 'loyalty-roles' }));
  session.on('error', () => undefined);
  await session.connect();
  try {
    await session.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
    for (const statement of [makeRoles, transferOwnership, grantRows, revokeSecretsSql])
      await session.query(statement);
    await session.query('COMMIT');
  } finally {
    await session.end();
  }
};
