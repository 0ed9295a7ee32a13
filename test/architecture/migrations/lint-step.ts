import { type DoStmt, type IndexStmt, type Node, parseSync } from 'libpg-query';
import type { Migration } from '@loyalty/storage/migrations';
import { judgeAlterTable } from './judge-alter-table.ts';
import type { Finding, RuleName, Step } from './rules.ts';

/** A contract step may do these, after the first release that does without. */
const contractMay: ReadonlySet<RuleName> = new Set(['drop', 'rename', 'type', 'not-null']);

/** Statements that a running system does not notice: short locks, no rewrite, nothing that an older build would miss. */
const harmless: ReadonlySet<string> = new Set([
  'AlterSeqStmt',
  'CommentStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'GrantStmt',
  'InsertStmt',
  'SelectStmt',
  'VariableSetStmt',
]);

/** Returns every rule that a step breaks, with the statement that breaks it. */
export const lintStep = (migration: Migration): Finding[] => {
  const statements = statementsOf(migration);
  const step: Step = { newTables: new Set(statements.flatMap(tableMadeBy)) };
  const findings = statements.flatMap((statement) => judge(statement, step));
  return migration.phase === 'contract' ? findings.filter(({ rule }) => !contractMay.has(rule)) : findings;
};

const statementsOf = ({ sql }: Migration): Node[] =>
  (typeof sql === 'string' ? [sql] : sql).flatMap((text) =>
    (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt])),
  );

const tableMadeBy = (statement: Node): string[] =>
  'CreateStmt' in statement ? [statement.CreateStmt.relation?.relname ?? ''] : [];

const judge = (statement: Node, step: Step): Finding[] => {
  if ('AlterTableStmt' in statement) return judgeAlterTable(statement.AlterTableStmt, step);
  if ('IndexStmt' in statement) return judgeIndex(statement, step);
  if ('DoStmt' in statement) return judgeBlock(statement);
  const kind = kindOf(statement);
  const rule = forbidden[kind];
  if (rule !== undefined) return [{ rule, by: kind }];
  const isKnown = harmless.has(kind) || isAnalyze(statement);
  return isKnown || isOfRows(kind) ? judgeRows(statement, step) : [{ rule: 'unknown', by: kind }];
};

const forbidden: Readonly<Partial<Record<string, RuleName>>> = {
  AlterObjectSchemaStmt: 'rename',
  DropStmt: 'drop',
  RenameStmt: 'rename',
  TruncateStmt: 'drop',
};

const judgeIndex = ({ IndexStmt: index }: { readonly IndexStmt: IndexStmt }, step: Step): Finding[] => {
  const { concurrent = false, relation = {}, idxname = '' } = index;
  const isOfParentOnly = relation.inh !== true;
  const isAllowed = concurrent || isOfParentOnly || step.newTables.has(relation.relname ?? '');
  return isAllowed ? [] : [{ rule: 'index', by: `index ${idxname}` }];
};

/** The one block that is known clears away an index whose build was interrupted (`indexMigration`). */
const clearsInvalidIndex =
  /^\s*BEGIN\s+IF EXISTS \(SELECT FROM pg_index WHERE indexrelid = to_regclass\('(\w+)'\) AND NOT indisvalid\) THEN\s+PERFORM set_config\('lock_timeout', '2s', true\);\s+DROP INDEX \1;\s+END IF;\s+END\s*$/;

const judgeBlock = ({ DoStmt: block }: { readonly DoStmt: DoStmt }): Finding[] =>
  clearsInvalidIndex.test(bodyOf(block.args ?? [])) ? [] : [{ rule: 'unknown', by: 'a DO block' }];

const bodyOf = (args: readonly Node[]): string => {
  const [body] = args.flatMap((arg) =>
    'DefElem' in arg && arg.DefElem.defname === 'as' ? [arg.DefElem.arg] : [],
  );
  return body !== undefined && 'String' in body ? (body.String.sval ?? '') : '';
};

/** An UPDATE or DELETE, also within a WITH. */
const judgeRows = (statement: Node, step: Step): Finding[] => {
  const [[kind, body]] = Object.entries(statement) as [[string, RowStatement]];
  const table = body.relation?.relname ?? '';
  const own: Finding[] =
    isOfRows(kind) && !step.newTables.has(table) ? [{ rule: 'rows', by: `${kind} of ${table}` }] : [];
  return own.concat(queriesOf(body).flatMap((query) => judge(query, step)));
};

const queriesOf = ({ withClause }: RowStatement): Node[] =>
  (withClause?.ctes ?? []).flatMap((cte) =>
    'CommonTableExpr' in cte ? (cte.CommonTableExpr.ctequery ?? []) : [],
  );

const isOfRows = (kind: string): boolean => kind === 'UpdateStmt' || kind === 'DeleteStmt';

/** The parts that INSERT, UPDATE, DELETE and SELECT share. */
interface RowStatement {
  readonly relation?: { readonly relname?: string };
  readonly withClause?: { readonly ctes?: readonly Node[] };
}

const isAnalyze = (statement: Node): boolean =>
  'VacuumStmt' in statement && statement.VacuumStmt.is_vacuumcmd !== true;

const kindOf = (statement: Node): string => Object.keys(statement)[0] ?? '';
