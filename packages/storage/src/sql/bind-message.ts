import { createRequire } from 'node:module';
import {
  arrayBytesMax,
  arrayLiteral,
  type BinaryType,
  type ParameterTypes,
  writeArray,
} from './array-parameter.ts';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  readonly prepareValue: (value: unknown) => string | Buffer | null | undefined;
};

/** Most messages are smaller. A larger space is let go of, once it is beyond what a batch needs. */
const usualBytes = 65_536;
const keptBytes = 1_048_576;

/** Written in turn: nothing waits between the beginning and the end of a message. */
let space = Buffer.allocUnsafe(usualBytes);
let end = 0;

/** Grows by half at least, and keeps what was written. */
const ensure = (bytes: number): void => {
  if (end + bytes <= space.length) return;
  const larger = Buffer.allocUnsafe(Math.max(end + bytes, space.length + (space.length >> 1)));
  space.copy(larger, 0, 0, end);
  space = larger;
};

const int16 = 2;
const int32 = 4;
const text = 0;
const binary = 1;
const bindCode = 'B'.charCodeAt(0);

/**
 * Creates the message of Postgres' protocol that gives a statement its values, for the unnamed portal and
 * rows as text. Arrays are written directly into it. Throws what pg throws for a value that cannot be sent.
 */
export const bindMessage = (
  statement: string,
  values: readonly unknown[],
  types: ParameterTypes = [],
): Buffer => {
  end = 1 + int32;
  writeText('\0');
  writeText(`${statement}\0`);
  ensure((values.length + 4) * int16);
  end = space.writeUInt16BE(values.length, end);
  const formats = end;
  end += values.length * int16;
  end = space.writeUInt16BE(values.length, end);
  for (const [place, value] of values.entries()) {
    const format = writeValue(value, types[place] ?? null);
    space.writeUInt16BE(format, formats + place * int16);
  }
  ensure(2 * int16);
  end = space.writeUInt16BE(1, end);
  end = space.writeUInt16BE(text, end);
  space.writeUInt8(bindCode, 0);
  space.writeInt32BE(end - 1, 1);
  const message = Buffer.from(space.subarray(0, end));
  if (space.length > keptBytes) space = Buffer.allocUnsafe(usualBytes);
  return message;
};

const writeText = (value: string): void => {
  ensure(3 * value.length);
  end += space.write(value, end);
};

/** Returns the format of the value. */
const writeValue = (value: unknown, type: BinaryType | null): number => {
  if (Array.isArray(value)) return writeList(value, type);
  return writePrepared(prepareValue(value));
};

const writeList = (values: readonly unknown[], cast: BinaryType | null): number => {
  const type = cast ?? (values.some((value) => Buffer.isBuffer(value)) ? 'bytea' : null);
  if (type !== null && writeBinary(values, type)) return binary;
  return writePrepared(arrayLiteral(values) ?? prepareValue(values));
};

const writeBinary = (values: readonly unknown[], type: BinaryType): boolean => {
  ensure(int32 + arrayBytesMax(type, values));
  const after = writeArray(type, values, { bytes: space, at: end + int32 });
  if (after < 0) return false;
  space.writeInt32BE(after - end - int32, end);
  end = after;
  return true;
};

const writePrepared = (value: string | Buffer | null | undefined): number => {
  if (value === null || value === undefined) {
    ensure(int32);
    end = space.writeInt32BE(-1, end);
    return text;
  }
  if (Buffer.isBuffer(value)) {
    ensure(int32 + value.length);
    end = space.writeInt32BE(value.length, end);
    end += value.copy(space, end);
    return binary;
  }
  ensure(int32 + 3 * value.length);
  const from = end;
  end += int32;
  end += space.write(value, end);
  space.writeInt32BE(end - from - int32, from);
  return text;
};
