import type { ErrorObject } from 'ajv';
import { oneOf } from '../http/expectation.ts';
import { errorTextMax, fieldErrorsMax, pointerTo, type FieldError } from '../http/field-error.ts';

/** Returns the validator's errors on a payload, with pointers from `/payload`: one for each fault, at most 20. */
export const payloadErrorsOf = (errors: readonly ErrorObject[]): readonly FieldError[] => {
  const byText = new Map<string, FieldError>();
  for (const error of errors) {
    // These two only repeat that a schema within them failed.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    const { pointer, message } = cut(errorOf(error));
    byText.set(`${pointer} ${message}`, { pointer, message });
    if (byText.size === fieldErrorsMax) break;
  }
  return [...byText.values()];
};

const cut = ({ pointer, message }: FieldError): FieldError => ({
  pointer: `/payload${pointer}`.slice(0, errorTextMax),
  message: message.slice(0, errorTextMax),
});

const errorOf = (error: ErrorObject): FieldError => {
  // The name of a field is judged like a value; the fault belongs to the field.
  const pointer =
    error.propertyName === undefined ? error.instancePath : pointerTo(error.instancePath, error.propertyName);
  return special[error.keyword]?.(error) ?? { pointer, message: error.message ?? 'is not valid' };
};

const parameterOf = ({ params }: ErrorObject, name: string): unknown =>
  (params as Readonly<Record<string, unknown>>)[name];

const special: Readonly<Record<string, (error: ErrorObject) => FieldError | undefined>> = {
  required: (error) => missing(error, 'is required'),
  dependentRequired: (error) => missing(error, `is required with ${String(parameterOf(error, 'property'))}`),
  additionalProperties: (error) => ({
    pointer: pointerTo(error.instancePath, String(parameterOf(error, 'additionalProperty'))),
    message: 'is not a known field',
  }),
  'false schema': ({ instancePath }) => ({ pointer: instancePath, message: 'must not be given' }),
  enum: (error) => {
    const values = parameterOf(error, 'allowedValues') as readonly unknown[];
    return values.length > fieldErrorsMax
      ? undefined
      : { pointer: error.instancePath, message: oneOf(values.map((value) => JSON.stringify(value))) };
  },
};

const missing = (error: ErrorObject, message: string): FieldError => ({
  pointer: pointerTo(error.instancePath, String(parameterOf(error, 'missingProperty'))),
  message,
});
