import type { FieldError } from '@loyalty/contracts/http';
import { pointerToSent } from '../requests/field-fault.ts';
import type { ConditionTree, LogicalOperator } from '../segments/condition-tree.ts';
import {
  type ConditionOperator,
  valueTextOf,
  type FoundValue,
  type NamedField,
  readField,
  rulesOfField,
  type Subject,
} from './condition-fields.ts';
import type { FieldComparisons } from './field-comparisons.ts';

/** A comparison alone is a tree. */
export type Conditions = ConditionTree<Condition>;

export interface Condition extends NamedField {
  readonly isMet: (found: FoundValue) => boolean;
}

/** Null where this build cannot read all of it: the campaign then never fires. Never throws. */
export const readConditions = (json: unknown, subject: Subject): Conditions | null => {
  const reader = new ConditionReader(subject);
  const conditions = reader.read(json);
  return reader.faults.length === 0 ? conditions : null;
};

/** Pointers into the tree; at most 20. Nothing that was sent is in the messages. */
export const faultsOfConditions = (json: unknown, subject: Subject): readonly FieldError[] => {
  const reader = new ConditionReader(subject);
  reader.read(json);
  return reader.faults;
};

interface ConditionsSize {
  readonly comparisons: number;
  /** In the lists of all comparisons. */
  readonly values: number;
}

/** Of a tree as it was written, also of one that this build cannot read. */
export const sizeOfConditions = (json: unknown): ConditionsSize => {
  if (!isObject(json)) return { comparisons: 0, values: 0 };
  const { conditions, value } = json;
  if (!Array.isArray(conditions)) return { comparisons: 1, values: Array.isArray(value) ? value.length : 0 };
  const sizes = (conditions as readonly unknown[]).map(sizeOfConditions);
  return {
    comparisons: sizes.reduce((sum, size) => sum + size.comparisons, 0),
    values: sizes.reduce((sum, size) => sum + size.values, 0),
  };
};

const levelsMax = 5;
const comparisonsMax = 50;
const tooLarge = `must have at most ${comparisonsMax.toString()} comparisons on at most ${levelsMax.toString()} levels`;

/** Enough to correct a tree. Nothing is read beyond, so what a tree costs is bounded. */
const faultsMax = 20;

class ConditionReader {
  readonly faults: FieldError[] = [];
  readonly #subject: Subject;
  #comparisons = 0;
  #isTooLarge = false;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  read(json: unknown): Conditions | null {
    return this.#readTree(json, '', 0);
  }

  #readTree(json: unknown, pointer: string, level: number): Conditions | null {
    if (!isObject(json)) return this.#fault(pointer, 'must be a comparison, or conditions with an operator');
    return Object.hasOwn(json, 'conditions')
      ? this.#readNode(json, pointer, level)
      : this.#readComparison(json, pointer);
  }

  #readNode(json: Json, pointer: string, level: number): Conditions | null {
    if (level === levelsMax) return this.#refuseSize();
    this.#noteUnknown(json, nodeKeys, pointer);
    const { operator, conditions } = json;
    if (!isLogical(operator)) this.#fault(`${pointer}/operator`, 'must be one of AND, OR');
    if (!Array.isArray(conditions) || conditions.length === 0) {
      return this.#fault(`${pointer}/conditions`, 'must have at least one condition');
    }
    const read: Conditions[] = [];
    for (const [at, one] of (conditions as readonly unknown[]).entries()) {
      if (this.#isTooLarge || this.faults.length === faultsMax) return null;
      const tree = this.#readTree(one, `${pointer}/conditions/${at.toString()}`, level + 1);
      if (tree !== null) read.push(tree);
    }
    return isLogical(operator) ? { operator, conditions: read } : null;
  }

  #readComparison(json: Json, pointer: string): Condition | null {
    this.#comparisons += 1;
    if (this.#comparisons > comparisonsMax) return this.#refuseSize();
    this.#noteUnknown(json, comparisonKeys, pointer);
    const named = readField(json['field'], this.#subject);
    if (named === null) return this.#fault(`${pointer}/field`, `is not a field of ${this.#subject}`);
    const { operators } = rulesOfField(named.field);
    const op = operators.find((known) => known === json['op']);
    if (op === undefined) return this.#fault(`${pointer}/op`, `must be one of ${operators.join(', ')}`);
    const isMet = this.#readValue(json['value'], { named, op, pointer: `${pointer}/value` });
    return isMet === null ? null : { ...named, isMet };
  }

  #readValue(value: unknown, { named, op, pointer }: Asked): Condition['isMet'] | null {
    if (op === 'exists') {
      if (typeof value !== 'boolean') return this.#fault(pointer, 'must be true or false');
      return (found) => (found !== undefined) === value;
    }
    if (op === 'in' || op === 'not_in') return this.#readList(value, { named, op, pointer });
    const { parse, comparisons = ofValues } = rulesOfField(named.field);
    const wanted = parse(value, op);
    if (wanted === undefined) return this.#fault(pointer, `must be ${valueTextOf(named.field, op)}`);
    return comparisons[op]?.(wanted) ?? null;
  }

  #readList(value: unknown, { named, op, pointer }: Asked): Condition['isMet'] | null {
    const { parse, listMax, comparisons = ofValues } = rulesOfField(named.field);
    if (!Array.isArray(value) || value.length === 0 || value.length > listMax) {
      return this.#fault(pointer, `must have 1 to ${listMax.toString()} values`);
    }
    const wanted = new Set<FoundValue>();
    for (const [at, one] of (value as readonly unknown[]).entries()) {
      const parsed = parse(one, op);
      if (parsed === undefined)
        this.#fault(`${pointer}/${at.toString()}`, `must be ${valueTextOf(named.field, op)}`);
      else wanted.add(parsed);
      if (this.faults.length === faultsMax) return null;
    }
    const isIn = comparisons.in(wanted);
    return op === 'in' ? isIn : (found) => !isIn(found);
  }

  #noteUnknown(json: Json, known: readonly string[], pointer: string): void {
    const unknown = Object.keys(json).filter((key) => !known.includes(key));
    for (const key of unknown.slice(0, 1)) this.#fault(pointerToSent(pointer, key), 'is not known here');
  }

  #refuseSize(): null {
    if (!this.#isTooLarge) this.#fault('', tooLarge);
    this.#isTooLarge = true;
    return null;
  }

  #fault(pointer: string, message: string): null {
    if (this.faults.length < faultsMax) this.faults.push({ pointer, message });
    return null;
  }
}

interface Asked {
  readonly named: NamedField;
  readonly op: ConditionOperator;
  readonly pointer: string;
}

type Json = Readonly<Record<string, unknown>>;

const nodeKeys = ['operator', 'conditions'];
const comparisonKeys = ['field', 'op', 'value'];

const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

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
