import type { FieldError } from '@loyalty/contracts/http';
import { pointerToSent } from '../requests/field-fault.ts';
import type { ConditionTree, LogicalOperator } from '../segments/condition-tree.ts';
import {
  type ConditionOperator,
  valueTextBy,
  type FoundValue,
  type NamedField,
  readField,
  rulesOfField,
  type Subject,
  type ValueRules,
} from './condition-fields.ts';
import { isObject } from './conditions-size.ts';
import type { FieldComparisons } from './field-comparisons.ts';
import {
  lineFields,
  type LineComparison,
  type LineList,
  type LineSum,
  lineSums,
  type LineTree,
} from './line-tree.ts';

/** A tree of conditions. A single comparison is a tree, too. */
export type Conditions = ConditionTree<Condition>;

export type Condition = FieldCondition | LinesCondition;

export interface FieldCondition extends NamedField {
  readonly isMet: (found: FoundValue) => boolean;
}

/** A condition on the lines that its tree selects. */
export interface LinesCondition {
  readonly lines: LineTree;
  readonly sum: LineSum;
  readonly isMet: (found: FoundValue) => boolean;
}

/** The lines that earn: those that the tree selects, or all except these. */
export interface EarnOn {
  readonly lines: LineTree;
  readonly isExcept: boolean;
}

/**
 * Reads conditions. Returns null if this build cannot read all of them; the campaign then never fires. Never
 * throws.
 */
export const readConditions = (
  json: unknown,
  subject: Subject,
  lists: LineList[] = [],
): Conditions | null => {
  const reader = new ConditionReader(subject, lists);
  const conditions = reader.read(json);
  return reader.faults.length === 0 ? conditions : null;
};

/**
 * Reads as {@link readConditions} does. The lists of the tree are added to `lists`, and its leaves name their
 * places there.
 */
export const readEarnOn = (json: unknown, subject: Subject, lists: LineList[] = []): EarnOn | null => {
  const reader = new ConditionReader(subject, lists);
  const earnOn = reader.readEarnOn(json);
  return reader.faults.length === 0 ? earnOn : null;
};

/** Returns at most 20 faults, with pointers into the tree. Their messages contain nothing that was sent. */
export const faultsOfConditions = (json: unknown, subject: Subject): readonly FieldError[] => {
  const reader = new ConditionReader(subject, []);
  reader.read(json);
  return reader.faults;
};

/** Reports faults as {@link faultsOfConditions} does. */
export const faultsOfEarnOn = (json: unknown, subject: Subject): readonly FieldError[] => {
  const reader = new ConditionReader(subject, []);
  reader.readEarnOn(json);
  return reader.faults;
};

const levelsMax = 5;
const lineLevelsMax = 3;
const comparisonsMax = 50;
const tooLarge = (levels: number): string =>
  `must have at most ${comparisonsMax.toString()} comparisons on at most ${levels.toString()} levels`;
const lineTreeTooDeep = `must be a comparison: over lines there are at most ${lineLevelsMax.toString()} levels`;

/** Enough to correct a tree. Nothing is read beyond, so what a tree costs is bounded. */
const faultsMax = 20;

/** Reads what stands at the ends of a tree. */
interface Leaves<Leaf> {
  readonly levelsMax: number;
  readonly read: (json: Json, pointer: string) => Leaf | null;
  readonly refuseDepth: (pointer: string) => null;
}

class ConditionReader {
  readonly faults: FieldError[] = [];
  readonly #subject: Subject;
  readonly #lists: LineList[];
  #comparisons = 0;
  #isTooLarge = false;
  #levels = levelsMax;

  constructor(subject: Subject, lists: LineList[]) {
    this.#subject = subject;
    this.#lists = lists;
  }

  read(json: unknown): Conditions | null {
    return this.#readTree(json, { pointer: '', level: 0 }, this.#ofReceipt);
  }

  readEarnOn(json: unknown): EarnOn | null {
    this.#levels = lineLevelsMax;
    if (this.#subject !== 'receipts') return this.#fault('', 'is only for rules that fire on receipts');
    if (!isObject(json)) return this.#fault('', 'must have lines or except');
    this.#noteUnknown(json, earnOnKeys, '');
    const isExcept = isPresent(json, 'except');
    if (isPresent(json, 'lines') === isExcept)
      return this.#fault('', isExcept ? 'must have lines or except, not both' : 'must have lines or except');
    const name = isExcept ? 'except' : 'lines';
    const lines = this.#readTree(json[name], { pointer: `/${name}`, level: 0 }, this.#ofLine);
    return lines === null ? null : { lines, isExcept };
  }

  readonly #ofReceipt: Leaves<Condition> = {
    levelsMax,
    read: (json, pointer) =>
      isPresent(json, 'lines') ? this.#readLines(json, pointer) : this.#readComparison(json, pointer),
    refuseDepth: () => this.#refuseSize(),
  };

  readonly #ofLine: Leaves<LineComparison> = {
    levelsMax: lineLevelsMax,
    read: (json, pointer) => this.#readLineLeaf(json, pointer),
    refuseDepth: (pointer) => this.#fault(pointer, lineTreeTooDeep),
  };

  #readTree<Leaf extends object>(
    json: unknown,
    at: { readonly pointer: string; readonly level: number },
    leaves: Leaves<Leaf>,
  ): ConditionTree<Leaf> | null {
    if (!isObject(json))
      return this.#fault(at.pointer, 'must be a comparison, or conditions with an operator');
    if (!isPresent(json, 'conditions')) return leaves.read(json, at.pointer);
    return at.level === leaves.levelsMax ? leaves.refuseDepth(at.pointer) : this.#readNode(json, at, leaves);
  }

  #readNode<Leaf extends object>(
    json: Json,
    { pointer, level }: { readonly pointer: string; readonly level: number },
    leaves: Leaves<Leaf>,
  ): ConditionTree<Leaf> | null {
    this.#noteUnknown(json, nodeKeys, pointer);
    const { operator, conditions } = json;
    if (!isLogical(operator)) this.#fault(`${pointer}/operator`, 'must be one of AND, OR');
    if (!Array.isArray(conditions) || conditions.length === 0) {
      return this.#fault(`${pointer}/conditions`, 'must have at least one condition');
    }
    const read: ConditionTree<Leaf>[] = [];
    for (const [at, one] of (conditions as readonly unknown[]).entries()) {
      if (this.#isTooLarge || this.faults.length === faultsMax) return null;
      const place = { pointer: `${pointer}/conditions/${at.toString()}`, level: level + 1 };
      const tree = this.#readTree(one, place, leaves);
      if (tree !== null) read.push(tree);
    }
    return isLogical(operator) ? { operator, conditions: read } : null;
  }

  #readComparison(json: Json, pointer: string): FieldCondition | null {
    if (!this.#countComparison()) return null;
    this.#noteUnknown(json, comparisonKeys, pointer);
    const named = readField(json['field'], this.#subject);
    if (named === null) return this.#fault(`${pointer}/field`, `is not a field of ${this.#subject}`);
    const compared = this.#readCompared(json, { rules: rulesOfField(named.field), pointer });
    if (compared === null) return null;
    const { field, attribute, path } = named;
    return { field, attribute, path, isMet: compared.isMet };
  }

  #readLines(json: Json, pointer: string): LinesCondition | null {
    if (!this.#countComparison()) return null;
    if (this.#subject !== 'receipts')
      return this.#fault(`${pointer}/lines`, `is not a field of ${this.#subject}`);
    this.#noteUnknown(json, linesKeys, pointer);
    const lines = this.#readTree(json['lines'], { pointer: `${pointer}/lines`, level: 0 }, this.#ofLine);
    const summed = comparisonKeys.some((key) => isPresent(json, key))
      ? this.#readSum(json, pointer)
      : atLeastOne;
    return lines === null || summed === null ? null : { lines, ...summed };
  }

  #readSum(json: Json, pointer: string): Omit<LinesCondition, 'lines'> | null {
    const sum = sumNames.find((known) => known === json['field']);
    if (sum === undefined) return this.#fault(`${pointer}/field`, `must be one of ${sumNames.join(', ')}`);
    const compared = this.#readCompared(json, { rules: lineSums[sum], pointer });
    return compared === null ? null : { sum, isMet: compared.isMet };
  }

  #readLineLeaf(json: Json, pointer: string): LineComparison | null {
    if (!this.#countComparison()) return null;
    this.#noteUnknown(json, comparisonKeys, pointer);
    const field = lineFieldNames.find((known) => known === json['field']);
    if (field === undefined)
      return this.#fault(`${pointer}/field`, `must be one of ${lineFieldNames.join(', ')}`);
    const compared = this.#readCompared(json, { rules: lineFields[field], pointer });
    if (compared === null) return null;
    if (field === 'unit_price_cents') return { isPriceMet: compared.isMet };
    const values = [json['value']].flat() as string[];
    return {
      list: this.#lists.push({ field, values }) - 1,
      isIn: compared.op === 'eq' || compared.op === 'in',
    };
  }

  #countComparison(): boolean {
    this.#comparisons += 1;
    if (this.#comparisons > comparisonsMax) this.#refuseSize();
    return !this.#isTooLarge;
  }

  #readCompared(
    json: Json,
    { rules, pointer }: { readonly rules: ValueRules; readonly pointer: string },
  ): Compared | null {
    const { operators } = rules;
    const op = operators.find((known) => known === json['op']);
    if (op === undefined) return this.#fault(`${pointer}/op`, `must be one of ${operators.join(', ')}`);
    const isMet = this.#readValue(json['value'], { rules, op, pointer: `${pointer}/value` });
    return isMet === null ? null : { op, isMet };
  }

  #readValue(value: unknown, { rules, op, pointer }: Asked): IsMet | null {
    if (op === 'exists') {
      if (typeof value !== 'boolean') return this.#fault(pointer, 'must be true or false');
      return (found) => (found !== undefined) === value;
    }
    if (op === 'in' || op === 'not_in') return this.#readList(value, { rules, op, pointer });
    const { parse, comparisons = ofValues } = rules;
    const wanted = parse(value, op);
    if (wanted === undefined) return this.#fault(pointer, `must be ${valueTextBy(rules, op)}`);
    return comparisons[op]?.(wanted) ?? null;
  }

  #readList(value: unknown, { rules, op, pointer }: Asked): IsMet | null {
    const { parse, listMax, comparisons = ofValues } = rules;
    if (!Array.isArray(value) || value.length === 0 || value.length > listMax) {
      return this.#fault(pointer, `must have 1 to ${listMax.toString()} values`);
    }
    const wanted = new Set<FoundValue>();
    for (const [at, one] of (value as readonly unknown[]).entries()) {
      const parsed = parse(one, op);
      if (parsed === undefined)
        this.#fault(`${pointer}/${at.toString()}`, `must be ${valueTextBy(rules, op)}`);
      else wanted.add(parsed);
      if (this.faults.length === faultsMax) return null;
    }
    const isIn = comparisons.in(wanted);
    return op === 'in' ? isIn : (found) => !isIn(found);
  }

  #noteUnknown(json: Json, known: readonly string[], pointer: string): void {
    const unknown = Object.keys(json).filter((key) => !known.includes(key) && isPresent(json, key));
    for (const key of unknown.slice(0, 1)) this.#fault(pointerToSent(pointer, key), 'is not known here');
  }

  #refuseSize(): null {
    if (!this.#isTooLarge) this.#fault('', tooLarge(this.#levels));
    this.#isTooLarge = true;
    return null;
  }

  #fault(pointer: string, message: string): null {
    if (this.faults.length < faultsMax) this.faults.push({ pointer, message });
    return null;
  }
}

type IsMet = FieldCondition['isMet'];

interface Asked {
  readonly rules: ValueRules;
  readonly op: ConditionOperator;
  readonly pointer: string;
}

interface Compared {
  readonly op: ConditionOperator;
  readonly isMet: IsMet;
}

type Json = Readonly<Record<string, unknown>>;

/** Null is absent (D125): generated clients write it for the members of the other kinds of conditions. */
const isPresent = (json: Json, key: string): boolean => Object.hasOwn(json, key) && json[key] !== null;

const nodeKeys = ['operator', 'conditions'];
const comparisonKeys = ['field', 'op', 'value'];
const linesKeys = ['lines', ...comparisonKeys];
const earnOnKeys = ['lines', 'except'];

const lineFieldNames = Object.keys(lineFields) as (keyof typeof lineFields)[];
const sumNames = Object.keys(lineSums) as LineSum[];

/** This condition applies where nothing is compared. */
const atLeastOne: Omit<LinesCondition, 'lines'> = {
  sum: 'count',
  isMet: (found) => found !== undefined && found !== 0,
};

const isLogical = (value: unknown): value is LogicalOperator => value === 'AND' || value === 'OR';

const ordering =
  (isMet: (found: number, wanted: number) => boolean) =>
  (wanted: FoundValue) =>
  (found: FoundValue): boolean =>
    typeof found === 'number' && typeof wanted === 'number' && isMet(found, wanted);

/** A value that is missing meets `neq` alone (D64). */
const ofValues: FieldComparisons = {
  eq: (wanted) => (found) => found === wanted,
  neq: (wanted) => (found) => found !== wanted,
  gt: ordering((found, wanted) => found > wanted),
  gte: ordering((found, wanted) => found >= wanted),
  lt: ordering((found, wanted) => found < wanted),
  lte: ordering((found, wanted) => found <= wanted),
  in: (wanted) => (found) => wanted.has(found),
};
