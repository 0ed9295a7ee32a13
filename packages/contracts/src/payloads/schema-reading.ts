import { errorTextMax, fieldErrorsMax, type FieldError } from '../http/field-error.ts';
import type { JsonObject } from '../http/json-body.ts';

/** The state of reading a definition's schema. Every value read is counted, so that reading ends. */
export interface SchemaReading {
  /** The document that references lead into. */
  readonly root: JsonObject;
  readonly errors: FieldError[];
  /** The values read; those behind a reference count once for each reference. */
  values: number;
  /** The sizes of all patterns added up. Compiled patterns are kept as long as the definition. */
  patternSize: number;
}

/** The present place in the schema. */
export interface SchemaPlace {
  readonly pointer: string;
  /** Schemas around this one. */
  readonly depth: number;
  /** The references followed to get here. */
  readonly trail: readonly string[];
}

/** More than any payload of 64 KiB needs. Judging costs at most this much for each of a payload's values. */
const schemaValuesMax = 1_000;

/** Notes a fault at a place, up to 20 in all. Returns undefined, the value of a keyword with a fault. */
export const note = (reading: SchemaReading, pointer: string, message: string): unknown => {
  if (reading.errors.length < fieldErrorsMax) {
    reading.errors.push({ pointer: pointer.slice(0, errorTextMax), message });
  }
  return undefined;
};

/** Counts so many more values. Returns false, and notes it once, when there are too many. */
export const countValues = (reading: SchemaReading, values: number): boolean => {
  const before = reading.values;
  reading.values += values;
  if (reading.values <= schemaValuesMax) return true;
  if (before <= schemaValuesMax) {
    const most = schemaValuesMax.toLocaleString('en');
    note(reading, '/properties', `must not hold more than ${most} values, once references are put in`);
  }
  return false;
};
