/** The audit log (D208 to D210): written in the transaction of the change, listed. */

export { type AuditDay, createAuditDay, secondsOfDayLeft } from './audit/audit-day.ts';
export { auditedChange, type AuditedConfiguration } from './audit/audited-configuration.ts';
export { type AuditEntryRecord, type AuditQuery, listAuditEntries } from './audit/list-audit.ts';
export type { AnotherPersonNeeded } from './audit/live-changes.ts';
export { type AuditActor, type AuditEntry, note } from './audit/note.ts';
