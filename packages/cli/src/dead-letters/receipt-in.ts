import { evaluateRequestCodec, readerFor, schemaIdOf, type EvaluateRequest } from '@loyalty/contracts';
import { codePointsOf } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';

/** The receipt in a message's bytes; null when no schema makes one of them. */
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
    // That is why it is here; the reason among its headers says it better.
    return null;
  }
};

/** Who the member is, is shown only on request: enough stays to tell two of them apart. */
export const masked = (receipt: EvaluateRequest): EvaluateRequest => {
  const [first = '', second = ''] = receipt.memberRef;
  const length = codePointsOf(receipt.memberRef).toString();
  return { ...receipt, memberRef: `${first}${second}… (${length} characters)` };
};
