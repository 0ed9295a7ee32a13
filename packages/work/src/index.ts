export { workMigration } from './migrations/0300-work.ts';
