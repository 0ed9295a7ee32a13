import { errorTextMax, fieldErrorsMax, type FieldError } from '../http/field-error.ts';
import type { JsonObject } from '../http/json-body.ts';

/** What has been seen of a definition's schema so far. Everything that is read is counted, so that reading ends. */
export interface SchemaReading {
  /** The document that references lead into. */
  readonly root: JsonObject;
  readonly errors: FieldError[];
  /** Values read, those behind references once for each reference. */
  values: number;
  /** The sizes of all patterns added up: they are compiled, and held as long as the definition is. */
  patternSize: number;
}

/** Where in the schema the reading is. */
export interface SchemaPlace {
  readonly pointer: string;
  /** Schemas around this one. */
  readonly depth: number;
  /** References that were followed to get here. */
  readonly trail: readonly string[];
}

/** More than any payload of 64 KiB is described with; judging costs at most this much for each of its values. */
const schemaValuesMax = 1_000;

/** Notes what is wrong at a place, up to 20 times; gives undefined, which is what such a keyword is worth. */
export const note = (reading: SchemaReading, pointer: string, message: string): unknown => {
  if (reading.errors.length < fieldErrorsMax) {
    reading.errors.push({ pointer: pointer.slice(0, errorTextMax), message });
  }
  return undefined;
};

/** Counts so many values more; false, and noted once, when there are too many. */
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
