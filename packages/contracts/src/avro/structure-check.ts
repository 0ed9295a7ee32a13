import type { Type } from 'avsc';
import {
  type PayloadCursor,
  readByte,
  readInt,
  readInteger,
  readItemCount,
  readLength,
  skipBytes,
  skipText,
} from './payload-cursor.ts';
import { UndecodableError } from './wire-format.ts';

type StructureStep = (cursor: PayloadCursor) => void;

type StepOf = (type: Type) => StructureStep;

type Builder = (type: LibraryType, stepOf: StepOf) => StructureStep;

/** The undeclared members of the library's types, each present on some `typeName`. */
interface LibraryType {
  readonly fields: readonly { readonly type: Type }[];
  readonly types: readonly Type[];
  readonly symbols: readonly string[];
  readonly valuesType: Type;
  readonly itemsType: Type;
  readonly size: number;
}

/**
 * Returns a function that checks the structure of a payload and throws {@link UndecodableError}. The library
 * trusts lengths: an absurd one makes it loop without end.
 */
export const structureCheckOf = (type: Type): ((payload: Buffer) => void) => {
  const step = createStepOf()(type);
  return (payload) => {
    const cursor: PayloadCursor = { bytes: payload, at: 0 };
    step(cursor);
    if (cursor.at !== payload.length) throw new UndecodableError('Bytes are left after the value.');
  };
};

/** One step for each type; a record that contains itself finds its own step in the map. */
const createStepOf = (): StepOf => {
  const known = new Map<Type, StructureStep>();
  const stepOf: StepOf = (type) => {
    const earlier = known.get(type);
    if (earlier !== undefined) return earlier;
    known.set(type, (cursor) => {
      step(cursor);
    });
    // A builder reads only the members of types with its name.
    const step = builderOf(type)(type as Type & LibraryType, stepOf);
    known.set(type, step);
    return step;
  };
  return stepOf;
};

const builderOf = (type: Type): Builder => {
  const builder = builders[type.typeName];
  if (builder === undefined) throw new UndecodableError(`Messages cannot hold a ${type.typeName}.`);
  return builder;
};

const skipBoolean: StructureStep = (cursor) => {
  if (readByte(cursor) > 1) throw new UndecodableError('A boolean is neither 0 nor 1.');
};

const skipInt: StructureStep = (cursor) => {
  readInt(cursor);
};

const skipLong: StructureStep = (cursor) => {
  readInteger(cursor);
};

const skipString: StructureStep = (cursor) => {
  skipText(cursor, readLength(cursor));
};

const sized =
  (lengthBytes: number): Builder =>
  () =>
  (cursor) => {
    skipBytes(cursor, lengthBytes);
  };

const blocksOf =
  (skipItem: StructureStep): StructureStep =>
  (cursor) => {
    for (let count = readItemCount(cursor); count > 0; count = readItemCount(cursor)) {
      skipItems(cursor, count, skipItem);
    }
  };

const skipItems = (cursor: PayloadCursor, count: number, skipItem: StructureStep): void => {
  for (let taken = 0; taken < count; taken += 1) {
    const before = cursor.at;
    skipItem(cursor);
    if (cursor.at === before) throw new UndecodableError('Items of no length cannot be counted.');
  }
};

const recordStep: Builder = (type, stepOf) => {
  const fields = type.fields.map((field) => stepOf(field.type));
  return (cursor) => {
    for (const field of fields) field(cursor);
  };
};

const unionStep: Builder = (type, stepOf) => {
  const branches = type.types.map(stepOf);
  return (cursor) => {
    const branch = branches[readInteger(cursor)];
    if (branch === undefined) throw new UndecodableError('A union has no such branch.');
    branch(cursor);
  };
};

const enumStep: Builder = (type) => {
  const { length } = type.symbols;
  return (cursor) => {
    const index = readInteger(cursor);
    if (index < 0 || index >= length) throw new UndecodableError('An enum has no such symbol.');
  };
};

const mapStep: Builder = (type, stepOf) => {
  const skipValue = stepOf(type.valuesType);
  return blocksOf((cursor) => {
    skipString(cursor);
    skipValue(cursor);
  });
};

const builders: Readonly<Record<string, Builder>> = {
  null: sized(0),
  boolean: () => skipBoolean,
  int: () => skipInt,
  long: () => skipLong,
  'abstract:long': () => skipLong,
  float: sized(4),
  double: sized(8),
  bytes: () => (cursor) => {
    skipBytes(cursor, readLength(cursor));
  },
  string: () => skipString,
  fixed: (type, stepOf) => sized(type.size)(type, stepOf),
  enum: enumStep,
  record: recordStep,
  array: (type, stepOf) => blocksOf(stepOf(type.itemsType)),
  map: mapStep,
  'union:unwrapped': unionStep,
};
