import {
  type PayloadCursor,
  readBoolean,
  readInt,
  readInteger,
  readItemCount,
  readLength,
  skipBytes,
  skipText,
} from './payload-cursor.ts';
import { checkLevel, levelMax, type PrimitiveType, type SchemaNode } from './schema-nodes.ts';
import { UndecodableError } from './wire-format.ts';

export type SkipValue = (cursor: PayloadCursor) => void;

type SkipOf = (node: SchemaNode, level: number) => SkipValue;

/**
 * Makes functions that move over values and check them: lengths, counts, branches, symbols and UTF-8. They take at most
 * {@link levelMax} steps a byte, whatever the schema is: what has no length takes none. They throw {@link
 * UndecodableError}; making one throws a plain Error where types nest too deeply.
 */
export const createSkipOf = (): SkipOf => {
  const known = new Map<SchemaNode, SkipValue>();
  const skipOf: SkipOf = (node, level) => {
    const earlier = known.get(node);
    if (earlier !== undefined) return earlier;
    checkLevel(level);
    // A record that contains itself finds this one.
    let skip: SkipValue | null = null;
    known.set(node, (cursor) => skip?.(cursor));
    skip = madeFor(node, (inner) => skipOf(inner, level + 1));
    known.set(node, skip);
    return skip;
  };
  return skipOf;
};

const madeFor = (node: SchemaNode, skipOf: (node: SchemaNode) => SkipValue): SkipValue => {
  switch (node.kind) {
    case 'record': {
      const fields = node.fields.map(({ type }) => skipOf(type)).filter((skip) => skip !== skipNothing);
      return fields.length === 0
        ? skipNothing
        : nested((cursor) => {
            for (const skip of fields) skip(cursor);
          });
    }
    case 'enum': {
      const { length } = node.symbols;
      return (cursor) => {
        readEnumIndex(cursor, length);
      };
    }
    case 'fixed':
      return sized(node.size);
    case 'array': {
      const skip = skipOf(node.items);
      return nested((cursor) => {
        readItems(cursor, skip);
      });
    }
    case 'map': {
      const skip = skipOf(node.values);
      return nested((cursor) => {
        readItems(cursor, (at) => {
          skipString(at);
          skip(at);
        });
      });
    }
    case 'union': {
      const branches = node.branches.map(skipOf);
      return (cursor) => {
        readUnion(cursor, branches)(cursor);
      };
    }
    case 'primitive':
      return primitives[node.type];
  }
};

/** Zero bytes: it costs nothing, however many of it a value has. */
export const skipNothing: SkipValue = () => undefined;

const sized = (lengthBytes: number): SkipValue =>
  lengthBytes === 0
    ? skipNothing
    : (cursor) => {
        skipBytes(cursor, lengthBytes);
      };

/** Bytes say how deep a schema that contains itself goes, so they could exhaust the stack. */
export const nested =
  <T>(read: (cursor: PayloadCursor) => T): ((cursor: PayloadCursor) => T) =>
  (cursor) => {
    if (cursor.level === levelMax) throw new UndecodableError('The value nests too deeply.');
    cursor.level += 1;
    const value = read(cursor);
    cursor.level -= 1;
    return value;
  };

/** For all blocks of an array or a map. */
export const readItems = (cursor: PayloadCursor, take: (cursor: PayloadCursor) => void): void => {
  for (let count = readItemCount(cursor); count > 0; count = readItemCount(cursor))
    for (let taken = 0; taken < count; taken += 1) {
      const before = cursor.at;
      take(cursor);
      if (cursor.at === before) throw new UndecodableError('Items of no length cannot be counted.');
    }
};

export const readUnion = <Branch>(cursor: PayloadCursor, branches: readonly Branch[]): Branch => {
  const branch = branches[readInteger(cursor)];
  if (branch === undefined) throw new UndecodableError('A union has no such branch.');
  return branch;
};

/** Returns its place among so many. */
export const readEnumIndex = (cursor: PayloadCursor, count: number): number => {
  const index = readInteger(cursor);
  if (index < 0 || index >= count) throw new UndecodableError('An enum has no such symbol.');
  return index;
};

const skipString: SkipValue = (cursor) => {
  skipText(cursor, readLength(cursor));
};

const primitives: Readonly<Record<PrimitiveType, SkipValue>> = {
  null: skipNothing,
  boolean: (cursor) => {
    readBoolean(cursor);
  },
  int: (cursor) => {
    readInt(cursor);
  },
  long: (cursor) => {
    readInteger(cursor);
  },
  float: sized(4),
  double: sized(8),
  bytes: (cursor) => {
    skipBytes(cursor, readLength(cursor));
  },
  string: skipString,
};
