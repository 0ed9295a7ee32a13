import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the cell. An existing database is cell 0, from 1 on. Raising an epoch moves numbers no further than
 * MAXVALUE.
 */
export const cellMigration: Migration = {
  name: '0131-cell',
  sql: `
    CREATE TABLE database_cell (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      cell    int     NOT NULL CHECK (cell BETWEEN 0 AND 19)
    );
    COMMENT ON COLUMN database_cell.cell IS 'Cell N numbers its environments from N * 100,000,000 + 1 to (N + 1) * 100,000,000.';
    INSERT INTO database_cell (cell) VALUES (0);
    ALTER SEQUENCE environments_id_seq MAXVALUE 100000000;
  `,
};
