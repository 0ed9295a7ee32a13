import { withScratchDatabase } from '@loyalty/testkit/database';
import { readMissingMigrations } from './migration.ts';
import { storageMigrations } from './storage-migrations.ts';

const names = storageMigrations.map(({ name }) => name);

test('a database that was never migrated lacks every step', () =>
  withScratchDatabase(async (db) => {
    expect(await readMissingMigrations(db, storageMigrations)).toEqual(names);
  }));

test('one of the release before lacks what the build after it adds, but no step that only takes away', () =>
  withScratchDatabase(async (db) => {
    expect(await readMissingMigrations(db, storageMigrations)).toEqual([]);
    const later = { name: '9000-later', sql: '' };
    const contract = { name: '9001-contract', sql: '', phase: 'contract', after: '0.2.0' } as const;
    expect(await readMissingMigrations(db, [...storageMigrations, later, contract])).toEqual(['9000-later']);
  }, storageMigrations));
