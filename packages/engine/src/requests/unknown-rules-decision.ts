import { BrokenInvariant } from '@loyalty/kernel';
import { isStreamTopic } from '@loyalty/configuration';
import { rulesVersion, type Snapshot } from '@loyalty/rules';
import { refuse, type Refusal } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/**
 * Refuses requests of an environment that uses rules of a newer release; null: decide it. Its caller sends the request again. Nobody would
 * repeat a streamed receipt: it becomes a dead letter, which is replayed once the newer release runs.
 */
export const unknownRulesDecision = (
  { message: { record } }: Pick<EngineRequest<unknown>, 'message'>,
  { unknownRules }: Pick<Snapshot, 'unknownRules'>,
): Refusal | null => {
  if (unknownRules === undefined) return null;
  if (!isStreamTopic(record.topic)) return refuse(record, 'SERVICE_UNAVAILABLE');
  const [needed, known] = [unknownRules.toString(), rulesVersion.toString()];
  throw new BrokenInvariant(
    `its campaigns need version ${needed} of the rules, and this release knows ${known}`,
  );
};
