import {
  type PayloadCursor,
  readBoolean,
  readBytes,
  readDouble,
  readFloat,
  readInt,
  readLength,
  readLong,
  readText,
  skipText,
} from './payload-cursor.ts';
import {
  checkLevel,
  type EnumNode,
  type FieldNode,
  type NamedNode,
  type PrimitiveType,
  type RecordNode,
  type SchemaNode,
  shortName,
  shown,
  type UnionNode,
} from './schema-nodes.ts';
import { createSkipOf, nested, readEnumIndex, readItems, readUnion, skipNothing } from './skip-value.ts';
import { UndecodableError } from './wire-format.ts';

export type ReadValue = (cursor: PayloadCursor) => unknown;

/**
 * Reads values of the writer's schema as values of the reader's, by Avro's «Schema Resolution»: types match by their
 * unqualified names or by an alias of the reader, and a writer's union is resolved by the branch that the value has. Values are
 * checked while they are read. Throws a plain Error where no value could be read; the function throws
 * {@link UndecodableError} for bytes that do not fit.
 *
 * Beyond the specification, a float is read as the shortest decimal that is that float; and with `missing`, a null where the
 * reader's type has none is the default of its field, or else the value that `missing` has for the type.
 */
export const valueReaderOf = (
  reader: SchemaNode,
  writer: SchemaNode,
  missing: MissingValues | null,
): ReadValue =>
  new Resolution(missing).read(reader, writer, { label: labelOf(reader), level: 0, whenMissing: null });

/** For each type, the value that is read if the writer has null and the reader has none: one that no rule accepts. */
export type MissingValues = Readonly<Partial<Record<PrimitiveType, string | number>>>;

interface Place {
  /** The reader's record and field, for what a failure says. */
  readonly label: string;
  readonly level: number;
  /** Null: a null cannot be read here. */
  readonly whenMissing: { readonly value: unknown } | null;
}

/** Thrown where the two schemas do not fit; another branch of a union may. */
class Mismatch extends Error {}

class Resolution {
  readonly #missing: MissingValues | null;
  readonly #skipOf = createSkipOf();
  /** The keys are the writer's record and then the reader's, either of which may contain itself. */
  readonly #records = new Map<RecordNode, Map<RecordNode, ReadValue | Mismatch>>();

  constructor(missing: MissingValues | null) {
    this.#missing = missing;
  }

  read(reader: SchemaNode, writer: SchemaNode, place: Place): ReadValue {
    checkLevel(place.level);
    if (writer.kind === 'union') return this.#readUnion(reader, writer, place);
    if (reader.kind === 'union') return this.#readAsUnion(reader, writer, place);
    if (isNull(writer) && !isNull(reader) && place.whenMissing !== null) return valued(place.whenMissing);
    if (reader.kind === 'record' && writer.kind === 'record') return this.#readRecord(reader, writer, place);
    if (reader.kind === 'array' && writer.kind === 'array') {
      const item = this.#placeOf(reader.items, `${place.label}[]`, place, undefined);
      // As in a union: a list without items is read, whatever they were.
      return readList(this.#readOr(refusing, [reader.items, writer.items], item));
    }
    return readPlain(reader, writer, place);
  }

  /** Each branch is read as far as it fits: only a value of another branch fails. */
  #readUnion(reader: SchemaNode, { branches }: UnionNode, place: Place): ReadValue {
    const failures: Mismatch[] = [];
    const reads = branches.map((branch) =>
      this.#readOr(
        (failure) => {
          failures.push(failure);
          return refusing(failure);
        },
        [reader, branch],
        deeper(place),
      ),
    );
    const [first] = failures;
    if (failures.length === branches.length)
      throw first ?? new Mismatch(`${place.label}: a union of nothing`);
    return (cursor) => readUnion(cursor, reads)(cursor);
  }

  /** Reads the value as the first branch that fits. */
  #readAsUnion({ branches }: UnionNode, writer: SchemaNode, place: Place): ReadValue {
    const strict: Place = { label: place.label, level: place.level + 1, whenMissing: null };
    let failure = new Mismatch(`${place.label}: a union of nothing`);
    for (const branch of branches) {
      const read = this.#readOr(
        (thrown) => {
          failure = thrown;
          return null;
        },
        [branch, writer],
        strict,
      );
      if (read !== null) return read;
    }
    throw failure;
  }

  #readOr<Other>(
    otherwise: (failure: Mismatch) => Other,
    [reader, writer]: readonly [SchemaNode, SchemaNode],
    place: Place,
  ): ReadValue | Other {
    try {
      return this.read(reader, writer, place);
    } catch (failure) {
      if (failure instanceof Mismatch) return otherwise(failure);
      throw failure;
    }
  }

  #readRecord(reader: RecordNode, writer: RecordNode, place: Place): ReadValue {
    if (!isNamedAlike(reader, writer)) throw otherName(reader, writer, place);
    const known = this.#records.get(writer) ?? new Map<RecordNode, ReadValue | Mismatch>();
    this.#records.set(writer, known);
    const earlier = known.get(reader);
    if (earlier instanceof Mismatch) throw earlier;
    if (earlier !== undefined) return earlier;
    // A record that contains itself finds this function before it is there.
    let read: ReadValue = () => undefined;
    known.set(
      reader,
      nested((cursor) => read(cursor)),
    );
    try {
      read = this.#readFields(reader, writer, deeper(place));
    } catch (failure) {
      if (failure instanceof Mismatch) {
        read = refusing(failure);
        known.set(reader, failure);
      }
      throw failure;
    }
    known.set(reader, read);
    return read;
  }

  #readFields(reader: RecordNode, writer: RecordNode, place: Place): ReadValue {
    const wanted = fieldsByName(reader);
    const steps: { readonly name: string | null; readonly read: ReadValue }[] = [];
    for (const { name, type } of writer.fields) {
      const field = wanted.get(name);
      if (field === undefined) {
        const skip = this.#skipOf(type, place.level);
        if (skip !== skipNothing) steps.push({ name: null, read: skip });
        continue;
      }
      for (const each of [field.name, ...field.aliases]) wanted.delete(each);
      const label = `${shortName(reader.name)}.${field.name}`;
      const read = this.read(field.type, type, this.#placeOf(field.type, label, place, field.default));
      steps.push({ name: field.name, read });
    }
    const left = new Set(wanted.values());
    const template = Object.fromEntries(
      reader.fields.map((field) => [field.name, left.has(field) ? defaultOf(field, reader) : null]),
    );
    return (cursor) => {
      // A copy has all fields in the reader's order, so all values have one shape.
      const value = { ...template };
      for (const { name, read } of steps) {
        if (name === null) read(cursor);
        else value[name] = read(cursor);
      }
      return value;
    };
  }

  #placeOf(type: SchemaNode, label: string, { level }: Place, byDefault: unknown): Place {
    const whenMissing = this.#missing === null ? null : missingOf(type, this.#missing, byDefault);
    return { label, level: level + 1, whenMissing };
  }
}

const deeper = ({ label, level, whenMissing }: Place): Place => ({ label, level: level + 1, whenMissing });

const refusing =
  ({ message }: Mismatch): ReadValue =>
  () => {
    throw new UndecodableError(message);
  };

const valued =
  ({ value }: { readonly value: unknown }): ReadValue =>
  () =>
    value;

const isNull = (node: SchemaNode): boolean => node.kind === 'primitive' && node.type === 'null';

const labelOf = (node: SchemaNode): string => ('name' in node ? shortName(node.name) : described(node));

/** Returns the fields by each name under which a writer may have them. */
const fieldsByName = ({ fields }: RecordNode): Map<string, FieldNode> => {
  const byName = new Map<string, FieldNode>();
  for (const field of fields) for (const alias of field.aliases) byName.set(alias, field);
  for (const field of fields) byName.set(field.name, field);
  return byName;
};

const isNamedAlike = (reader: NamedNode, writer: NamedNode): boolean =>
  shortName(reader.name) === shortName(writer.name) ||
  reader.aliases.includes(writer.name) ||
  (writer.kind === 'record' && namelessInConnect.test(writer.name));

/** Kafka Connect gives these names to records that have none, so they count as aliases of every record. */
const namelessInConnect = /^io\.confluent\.connect\.avro\.ConnectDefault\d*$/;

const otherName = (reader: NamedNode, writer: NamedNode, { label }: Place): Mismatch =>
  new Mismatch(
    `${label}: the ${writer.kind} is named ${shown(shortName(writer.name))} and must be named ${shown(shortName(reader.name))}, in any namespace`,
  );

const defaultOf = (field: FieldNode, { name }: RecordNode): unknown => {
  if (field.default === undefined)
    throw new Mismatch(`${shortName(name)}.${field.name}: the field is missing, and has no default`);
  return valueOf(field.type, field.default);
};

/** Returns the value of a default, which is JSON. All values share it, so arrays and records are frozen. */
const valueOf = (type: SchemaNode, json: unknown): unknown => {
  if (Array.isArray(json) && type.kind === 'array')
    return Object.freeze(json.map((item) => valueOf(type.items, item)));
  if (type.kind === 'record') {
    const given = json as Readonly<Record<string, unknown>>;
    return frozenRecord(type, (field) => valueOf(field.type, given[field.name] ?? field.default));
  }
  if (type.kind === 'union') {
    const branch = type.branches.find((each) => isNull(each) === (json === null));
    return branch === undefined ? json : valueOf(branch, json);
  }
  const isBytes = type.kind === 'fixed' || (type.kind === 'primitive' && type.type === 'bytes');
  return isBytes && typeof json === 'string' ? Buffer.from(json, 'latin1') : json;
};

const frozenRecord = ({ fields }: RecordNode, valueIn: (field: FieldNode) => unknown): object =>
  Object.freeze(Object.fromEntries(fields.map((field) => [field.name, valueIn(field)])));

/** Returns the value that is read for a null, or null if there is none. */
const missingOf = (type: SchemaNode, missing: MissingValues, byDefault?: unknown): Place['whenMissing'] => {
  if (byDefault !== undefined) return { value: valueOf(type, byDefault) };
  if (type.kind === 'primitive') {
    const value = missing[type.type];
    return value === undefined ? null : { value };
  }
  if (type.kind !== 'record') return null;
  const fields = new Map(
    type.fields.map((field) => [field, missingOf(field.type, missing, field.default)] as const),
  );
  const isWhole = [...fields.values()].every((found) => found !== null);
  return isWhole ? { value: frozenRecord(type, (field) => fields.get(field)?.value) } : null;
};

const readList =
  (read: ReadValue): ReadValue =>
  (cursor) => {
    const items: unknown[] = [];
    readItems(cursor, (at) => {
      items.push(read(at));
    });
    return items;
  };

const readPlain = (reader: SchemaNode, writer: SchemaNode, place: Place): ReadValue => {
  if (reader.kind === 'enum' && writer.kind === 'enum') return readEnum(reader, writer, place);
  if (reader.kind === 'fixed' && writer.kind === 'fixed' && reader.size === writer.size) {
    if (!isNamedAlike(reader, writer)) throw otherName(reader, writer, place);
    return (cursor) => readBytes(cursor, writer.size);
  }
  const read = promoted(reader, writer);
  if (read === undefined)
    throw new Mismatch(`${place.label}: ${described(writer)} cannot be read as ${described(reader)}`);
  return read;
};

const promoted = (reader: SchemaNode, writer: SchemaNode): ReadValue | undefined => {
  if (reader.kind !== 'primitive' || writer.kind !== 'primitive') return undefined;
  // The bytes of a decimal are no text.
  if (writer.logicalType === 'decimal' && reader.type === 'string') return undefined;
  return promotions[writer.type][reader.type];
};

const described = (node: SchemaNode): string => {
  if (node.kind !== 'primitive') return /^[aeiou]/.test(node.kind) ? `an ${node.kind}` : `a ${node.kind}`;
  const { type, logicalType } = node;
  const article = type === 'null' || type === 'bytes' ? '' : type === 'int' ? 'an ' : 'a ';
  return `${article}${type}${logicalType === null ? '' : ` (${logicalType.slice(0, 40)})`}`;
};

/** A symbol that the reader lacks is its default. Only values with such a symbol are refused where it has none. */
const readEnum = (reader: EnumNode, writer: EnumNode, place: Place): ReadValue => {
  if (!isNamedAlike(reader, writer)) throw otherName(reader, writer, place);
  const known = new Set(reader.symbols);
  const symbols = writer.symbols.map((symbol) => (known.has(symbol) ? symbol : reader.default));
  return (cursor) => {
    const index = readEnumIndex(cursor, symbols.length);
    const symbol = symbols[index] ?? null;
    if (symbol === null)
      throw new UndecodableError(
        `${place.label}: the symbol ${shown(writer.symbols[index] ?? '')} is not known`,
      );
    return symbol;
  };
};

/**
 * Returns the shortest decimal that is this float: 0.35, where the double of the float is 0.3499999940395355. Floats tell all
 * decimals of 6 digits apart, and 9 digits tell all floats apart; those below 2^-126 are less precise.
 */
export const decimalOf = (float: number): number => {
  if (!Number.isFinite(float) || (Number.isInteger(float) && Math.abs(float) < 2 ** 24)) return float;
  for (let digits = Math.abs(float) < 2 ** -126 ? 1 : 6; digits < 9; digits += 1) {
    const decimal = Number(float.toPrecision(digits));
    if (Math.fround(decimal) === float) return decimal;
  }
  return Number(float.toPrecision(9));
};

const readTextAsBytes: ReadValue = (cursor) => {
  const lengthBytes = readLength(cursor);
  skipText(cursor, lengthBytes);
  cursor.at -= lengthBytes;
  return readBytes(cursor, lengthBytes);
};

/** The keys are the writer's type and then the reader's. */
const promotions: Readonly<Record<PrimitiveType, Readonly<Partial<Record<PrimitiveType, ReadValue>>>>> = {
  null: { null: () => null },
  boolean: { boolean: readBoolean },
  int: { int: readInt, long: readInt, float: readInt, double: readInt },
  long: { long: readLong, float: readLong, double: readLong },
  float: { float: readFloat, double: (cursor) => decimalOf(readFloat(cursor)) },
  double: { double: readDouble },
  bytes: { bytes: (cursor) => readBytes(cursor, readLength(cursor)), string: readText },
  string: { string: readText, bytes: readTextAsBytes },
};
