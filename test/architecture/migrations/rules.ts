/** Each rule by its name, with what to do instead. */
export const rules = {
  drop: 'an older build may still use it: drop it in a contract step, after the first release that does not',
  rename:
    'an older build knows the old name: add under the new name, and drop the old one in a contract step',
  type: 'rewrites the table, or breaks an older build: add a column of the new type',
  'not-null': 'reads the whole table under its lock, and refuses the rows of an older build: a contract step',
  constraint: 'reads the whole table under its lock: add it NOT VALID, and VALIDATE it in a later step',
  index: 'keeps writers waiting while it is built: indexMigration, or partitionedIndexMigration',
  default: 'a default that differs from row to row rewrites the table: add the column without it',
  rows: 'locks every row until the step ends: a job changes them in chunks',
  unknown: 'the linter cannot tell what it does: teach it the statement, with a test',
} as const;

/** A name in {@link rules}. */
export type RuleName = keyof typeof rules;

/** A rule that is broken, and by which part of the step. */
export interface Finding {
  readonly rule: RuleName;
  readonly by: string;
}

/** The step that a statement stands in. */
export interface Step {
  /** Tables that are made in the step itself: nobody reads them yet. */
  readonly newTables: ReadonlySet<string>;
}
