import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** The audit log (D208 to D210). Services add rows and read them; only `purge_audit` takes any away. */
const auditEntriesMigration: Migration = {
  name: '0360a-audit-entries',
  sql: `
    CREATE TABLE audit_entries (
      environment_id int            NOT NULL,
      created_at     timestamptz(3) NOT NULL DEFAULT now(),
      id             uuid           NOT NULL,
      actor_kind     text           NOT NULL,
      actor_id       text           NOT NULL,
      action         text           NOT NULL,
      object_type    text           NOT NULL,
      object_id      text           NOT NULL,
      object_name    text,
      changes        jsonb          NOT NULL DEFAULT '[]',
      is_truncated   boolean        NOT NULL DEFAULT false,
      request_id     text,
      PRIMARY KEY (environment_id, created_at, id)
    );
    ALTER TABLE audit_entries ALTER changes SET STATISTICS 0, ALTER request_id SET STATISTICS 0;
    COMMENT ON TABLE audit_entries IS 'Who changed what, for 400 days; written in the transaction of the change.';
    COMMENT ON COLUMN audit_entries.actor_id IS 'Of KEY the id of the API key, of PERSON the subject of the token, of OPERATOR who ran loyaltyctl.';
    COMMENT ON COLUMN audit_entries.changes IS 'JSON pointers, with values where the object is configuration: no secret, no key, no code, nothing personal.';

    CREATE FUNCTION purge_audit(environment int, before timestamptz, most int) RETURNS int LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      removed int;
    BEGIN
      IF before > now() - interval '90 days' THEN
        RAISE EXCEPTION 'audit entries are kept for 90 days at least: % is too late', before;
      END IF;
      DELETE FROM audit_entries
       WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM audit_entries WHERE environment_id = environment AND created_at < before
              ORDER BY created_at, id LIMIT most FOR UPDATE SKIP LOCKED));
      GET DIAGNOSTICS removed = ROW_COUNT;
      RETURN removed;
    END $$;
    COMMENT ON FUNCTION purge_audit IS 'Removes the oldest entries of an environment from before that instant, at most so many; refuses the last 90 days.';
  `,
};

export const auditMigrations: readonly Migration[] = [
  auditEntriesMigration,
  indexMigration('0360b-audit-of-object', {
    index: 'audit_of_object',
    on: 'ON audit_entries (environment_id, object_type, object_id, created_at DESC, id DESC)',
  }),
  indexMigration('0360c-audit-of-actor', {
    index: 'audit_of_actor',
    on: 'ON audit_entries (environment_id, actor_id, created_at DESC, id DESC)',
  }),
];
