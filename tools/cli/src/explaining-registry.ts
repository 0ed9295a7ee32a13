import { Fault, shownUrl } from '@loyalty/kernel';
import { reasonOf } from './failure-sentence.ts';

/** Runs one call to the schema registry at `url`. A failure becomes a Fault that says what to do. */
export const explainingRegistry = async <T>(url: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (failure) {
    throw registryFaultOf(failure, url);
  }
};

const registryFaultOf = (failure: unknown, url: string): Fault => {
  const code = codeOf(failure);
  return new Fault(code, sentenceOf(code, failure, url), { cause: failure });
};

const codeOf = (failure: unknown): string =>
  failure instanceof Fault ? failure.code : 'REGISTRY_UNAVAILABLE';

const sentenceOf = (code: string, failure: unknown, url: string): string => {
  switch (code) {
    case 'SCHEMA_INCOMPATIBLE':
      return (
        `${reasonOf(failure)} (${registryWords(failure)}). ` +
        'Schemas only grow by fields that have a default: correct schemas/avro, then derive and register again.'
      );
    case 'SCHEMA_NOT_REGISTERED':
      return 'The schemas are missing: run «loyaltyctl schemas register».';
    default:
      return (
        `The schema registry at ${shownUrl(url)} does not answer (${reasonOf(failure)}): ` +
        'start the local stack with «npm start», or correct SCHEMA_REGISTRY_URL.'
      );
  }
};

/** The registry's own reason for a refusal, if it gives one. */
const registryWords = (failure: unknown): string =>
  failure instanceof Fault && failure.cause !== undefined ? reasonOf(failure.cause) : 'no reason given';
