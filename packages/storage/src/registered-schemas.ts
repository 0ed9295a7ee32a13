import { hash } from 'node:crypto';
import type { Queryable, Statement } from './sql/database.ts';

interface SubjectSchemaText {
  readonly subject: string;
  readonly schemaText: string;
}

interface RegisteredSchemaText extends SubjectSchemaText {
  readonly schemaId: number;
}

const fingerprintOf = (schemaText: string): Buffer => hash('sha256', schemaText, 'buffer');

const findIdStatement: Statement = {
  name: 'registered-schemas-find-id',
  text: `SELECT schema_id AS "schemaId" FROM registered_schemas
          WHERE registry = $1 AND subject = $2 AND fingerprint = $3`,
};

export const findStoredSchemaId = async (
  db: Queryable,
  registry: string,
  { subject, schemaText }: SubjectSchemaText,
): Promise<number | null> => {
  const values = [registry, subject, fingerprintOf(schemaText)];
  const rows = await db.query<{ readonly schemaId: number }>(findIdStatement, values);
  return rows[0]?.schemaId ?? null;
};

const findSchemaStatement: Statement = {
  name: 'registered-schemas-find-schema',
  text: `SELECT schema FROM registered_schemas WHERE registry = $1 AND schema_id = $2 LIMIT 1`,
};

export const findStoredSchema = async (
  db: Queryable,
  registry: string,
  schemaId: number,
): Promise<string | null> => {
  const rows = await db.query<{ readonly schema: string }>(findSchemaStatement, [registry, schemaId]);
  return rows[0]?.schema ?? null;
};

/** A registry that lost its data may give an id again: whatever had it before is dropped. */
const dropStatement: Statement = {
  name: 'registered-schemas-drop',
  text: `DELETE FROM registered_schemas WHERE registry = $1 AND schema_id = $2 AND fingerprint <> $3`,
};

const insertStatement: Statement = {
  name: 'registered-schemas-insert',
  text: `INSERT INTO registered_schemas (registry, subject, fingerprint, schema_id, schema) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (registry, subject, fingerprint)
         DO UPDATE SET schema_id = excluded.schema_id, registered_at = excluded.registered_at
          WHERE registered_schemas.schema_id <> excluded.schema_id`,
};

export const storeRegisteredSchema = async (
  db: Queryable,
  registry: string,
  { subject, schemaText, schemaId }: RegisteredSchemaText,
): Promise<void> => {
  const fingerprint = fingerprintOf(schemaText);
  await db.query(dropStatement, [registry, schemaId, fingerprint]);
  await db.query(insertStatement, [registry, subject, fingerprint, schemaId, schemaText]);
};
