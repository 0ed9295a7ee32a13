/** Members who move in from another programme: imports, their lines, and what each member brought along. */

export {
  closeImport,
  type CloseImportResult,
  findImport,
  type ImportedCounts,
  type ImportRecord,
  listImports,
  openImport,
  type OpenImportResult,
  readImportingEnvironments,
} from './imports/import-records.ts';
export { importLines, type ImportLinesResult, type NoteImported } from './imports/import-lines.ts';
export {
  type LineCode,
  type LineConsent,
  type LineResult,
  type LineStamps,
  type MemberLine,
  rejectedLine,
} from './imports/member-lines.ts';
