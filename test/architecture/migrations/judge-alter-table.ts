import type { AlterTableCmd, AlterTableStmt, AlterTableType, ColumnDef, Constraint, Node } from 'libpg-query';
import type { Finding, RuleName, Step } from './rules.ts';

/** Commands that take a short lock and neither read nor rewrite rows. */
const harmless: ReadonlySet<AlterTableType> = new Set<AlterTableType>([
  'AT_AttachPartition',
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
]);

const forbidden: Partial<Record<AlterTableType, RuleName>> = {
  AT_AlterColumnType: 'type',
  AT_DropColumn: 'drop',
  AT_DropConstraint: 'drop',
  AT_SetNotNull: 'not-null',
};

/** Returns the rules that an ALTER TABLE breaks; none for a table that the step itself has made. */
export const judgeAlterTable = ({ relation, cmds = [] }: AlterTableStmt, { newTables }: Step): Finding[] => {
  if (newTables.has(relation?.relname ?? '')) return [];
  const commands = cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? [cmd.AlterTableCmd] : []));
  const addsUnvalidated = commands.some((command) => constraintOf(command)?.skip_validation === true);
  const validatesToo = (command: AlterTableCmd): boolean =>
    addsUnvalidated && command.subtype === 'AT_ValidateConstraint';
  const isReplaced = (command: AlterTableCmd): boolean =>
    addsUnvalidated && command.subtype === 'AT_DropConstraint';
  return commands.flatMap((command) => {
    if (isReplaced(command)) return [];
    return validatesToo(command) ? [{ rule: 'constraint', by: command.name ?? '' }] : judgeCommand(command);
  });
};

const judgeCommand = (command: AlterTableCmd): Finding[] => {
  const { subtype, name = '' } = command;
  if (subtype === undefined) return [{ rule: 'unknown', by: name }];
  const rule = forbidden[subtype];
  if (rule !== undefined) return [{ rule, by: name }];
  if (subtype === 'AT_AddConstraint') return judgeConstraint(constraintOf(command));
  if (subtype === 'AT_AddColumn') return judgeColumn(columnOf(command));
  return harmless.has(subtype) || subtype === 'AT_ValidateConstraint'
    ? []
    : [{ rule: 'unknown', by: subtype }];
};

const constraintOf = ({ def }: AlterTableCmd): Constraint | undefined =>
  def !== undefined && 'Constraint' in def ? def.Constraint : undefined;

const columnOf = ({ def }: AlterTableCmd): ColumnDef =>
  def !== undefined && 'ColumnDef' in def ? def.ColumnDef : {};

/** A unique one stands on an index that was built beside the writers. */
const judgeConstraint = (constraint: Constraint = {}): Finding[] =>
  constraint.skip_validation === true || constraint.indexname !== undefined
    ? []
    : [{ rule: 'constraint', by: constraint.conname ?? '' }];

const judgeColumn = ({ colname = '', typeName, constraints = [] }: ColumnDef): Finding[] => {
  const isNumbered = (typeName?.names ?? []).some(
    (part) => 'String' in part && part.String.sval?.endsWith('serial'),
  );
  if (isNumbered) return [{ rule: 'default', by: colname }];
  const own = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const value = own.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  return own.flatMap((constraint) => {
    const rule = judgeColumnConstraint(constraint, value);
    return rule === null ? [] : [{ rule, by: colname }];
  });
};

const judgeColumnConstraint = ({ contype }: Constraint, value: Node | undefined): RuleName | null => {
  if (contype === 'CONSTR_NULL') return null;
  if (contype === 'CONSTR_NOTNULL') return value === undefined ? 'not-null' : null;
  if (contype === 'CONSTR_DEFAULT') return isOneValue(value) ? null : 'default';
  return contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_GENERATED' ? 'default' : 'constraint';
};

/** True when all rows get one value: Postgres keeps it in the catalogue and rewrites nothing. */
const isOneValue = (value: Node | undefined): boolean => {
  if (value === undefined) return false;
  if ('TypeCast' in value) return isOneValue(value.TypeCast.arg);
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isOneValue);
  return 'A_Const' in value || 'SQLValueFunction' in value || isNow(value);
};

const isNow = (value: Node): boolean =>
  'FuncCall' in value &&
  (value.FuncCall.funcname ?? []).every((part) => 'String' in part && part.String.sval === 'now');
