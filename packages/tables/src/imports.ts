/** Members who move in from another programme: imports, their lines, and what each member brought along. */

export {
  closeImport,
  findImport,
  type ImportedCounts,
  listImports,
  openImport,
  readImportingEnvironments,
} from './imports/import-records.ts';
export { importLines, type ImportLinesResult } from './imports/import-lines.ts';
export {
  type LineConsent,
  type LineReference,
  type LineResult,
  type MemberLine,
  rejectedLine,
} from './imports/member-lines.ts';
