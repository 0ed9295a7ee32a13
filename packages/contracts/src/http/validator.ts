import { invariant } from '@loyalty/kernel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { openapiDocument } from '../generated/openapi-document.ts';
import type { Checked } from './field-error.ts';
import { fieldErrorsOf } from './field-errors-of.ts';
import { addBoundsOfRequests, addOurKeywords, passBoundsOfRequests } from './keywords.ts';
import type { JsonSchema } from './openapi-shape.ts';
import { prepareComponents, prepareSchema } from './schema-preparation.ts';

/** Judges one value. */
export type Validator = (value: unknown) => Checked<unknown>;

/** The treatment of fields that the document does not know: dropped from a request (D9), refused in a response. */
export type UnknownFields = 'dropped' | 'refused';

/**
 * Returns validators for schemas of the document. They convert nothing and report every fault. With `dropped`, an
 * accepted value is the given one without its unknown fields.
 */
export const createValidators = (unknownFields: UnknownFields): ((schema: JsonSchema) => Validator) => {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    removeAdditional: unknownFields === 'dropped',
    // The messages are made from the failed schema.
    verbose: true,
    // A `type` may be a list, and branches name members of the object around them.
    strictTypes: false,
    strictRequired: false,
  });
  addOurKeywords(ajv);
  if (unknownFields === 'dropped') addBoundsOfRequests(ajv);
  else passBoundsOfRequests(ajv);
  ajv.addSchema(prepareComponents(openapiDocument.components.schemas));
  return (schema) => judgeWith(ajv.compile(prepareSchema(schema)));
};

const judgeWith =
  (validate: ValidateFunction): Validator =>
  (value) => {
    if (validate(value)) return { ok: true, value };
    const errors = fieldErrorsOf(validate.errors ?? []);
    invariant(errors.length > 0, 'a value that is refused is refused for a reason');
    return { ok: false, errors };
  };
