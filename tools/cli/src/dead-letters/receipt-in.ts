import { evaluateRequestCodec, readerFor, schemaIdOf, type EvaluateRequest } from '@loyalty/contracts';
import { codePointsOf } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';

/** Returns the receipt in a message's bytes; null when no schema can read one. */
export const receiptIn = async (
  task: CommandContext,
  value: Buffer | null,
): Promise<EvaluateRequest | null> => {
  const schemaId = value === null ? null : schemaIdOf(value);
  if (value === null || schemaId === null) return null;
  const url = task.addresses.schemaRegistryUrl();
  const text = await explainingRegistry(url, () => createSchemaRegistry(url).findSchema(schemaId));
  if (text === null) return null;
  try {
    return readerFor(evaluateRequestCodec, text)(value);
  } catch {
    // That is why it is a dead letter; its headers give the reason.
    return null;
  }
};

/** Masks the member unless the caller asks to reveal them; enough stays to distinguish two members. */
export const masked = (receipt: EvaluateRequest): EvaluateRequest => {
  const [first = '', second = ''] = receipt.memberRef;
  const length = codePointsOf(receipt.memberRef).toString();
  return { ...receipt, memberRef: `${first}${second}… (${length} characters)` };
};
