import type { EvaluateRequest } from '@loyalty/contracts';
import { type Clock, type EnvironmentId, Fault, memberKeyOf, randomId } from '@loyalty/kernel';
import { noSlot, type ShareSlots, type SlotLimits } from '@loyalty/kernel/shares';
import {
  decideEvaluate,
  type DecisionContext,
  type Refused,
  type SimulateResponse,
  toSimulateResponse,
} from '@loyalty/rules/earning';

/** One simulate call with a checked receipt. */
export interface SimulateCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly request: EvaluateRequest;
}

/** The outcome of a simulate call; `busy`: other simulations of the environment took too long. */
export type SimulateOutcome =
  | { readonly outcome: 'answered'; readonly response: SimulateResponse }
  | { readonly outcome: 'busy' }
  | Refused;

/**
 * Decides as evaluate would, and writes nothing (D37). Throws a retriable Fault when the state cannot be
 * read.
 */
export type Simulate = (call: SimulateCall) => Promise<SimulateOutcome>;

export interface SimulatePorts {
  readonly preview: Preview;
  readonly clock: Clock;
  /** Keeps each environment to one simulation at a time in this process. */
  readonly slots: ShareSlots;
}

/** A caller that waits longer should rather retry. */
export const simulationLimits: SlotLimits = { share: 1, waitingMax: 20, waitMs: 1_000 };

/**
 * Simulates on the member's present account and the newest configuration, read last as the engine does (D33).
 */
export const createSimulate =
  ({ preview, clock, slots }: SimulatePorts): Simulate =>
  async (call) => {
    const simulated = await slots.run(call.environmentId, () => simulate({ preview, clock }, call));
    return simulated === noSlot ? { outcome: 'busy' } : simulated;
  };

const simulate = async (
  { preview, clock }: Pick<SimulatePorts, 'preview' | 'clock'>,
  { environmentId, secret, request }: SimulateCall,
): Promise<SimulateOutcome> => {
  const context = await preview({
    environmentId,
    memberKey: memberKeyOf(secret, request.memberRef),
    request,
    nowMs: clock.now(),
    newId: randomId,
  });
  if (context === null) throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
  const decision = decideEvaluate(context, request);
  if (decision.outcome === 'refused') return decision;
  return { outcome: 'answered', response: toSimulateResponse(decision) };
};

/** Returns a reference for one simulation, under which nothing is ever stored. */
export const throwAwayRef = (): string => `simulation-${randomId().slice(0, 8)}`;

export interface PreviewCall {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly request: EvaluateRequest;
  readonly nowMs: number;
  readonly newId: DecisionContext['newId'];
}

/**
 * Reads the context of a preview without locks: account, counts, budgets, and the configuration with every
 * confirmed change (D33). Returns null when there is no such environment. Throws a retriable Fault when it
 * cannot be read.
 */
export type Preview = (call: PreviewCall) => Promise<DecisionContext | null>;
