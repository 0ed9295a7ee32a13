import type { EvaluateRequest } from '@loyalty/contracts';
import {
  type CampaignId,
  type Clock,
  type EnvironmentId,
  Fault,
  memberKeyOf,
  randomId,
} from '@loyalty/kernel';
import { noSlot, type ShareSlots, type SlotLimits } from '@loyalty/kernel/shares';
import type { Snapshot } from '@loyalty/rules';
import {
  decideEvaluate,
  type DecisionContext,
  type Refused,
  type SimulateResponse,
  toSimulateResponse,
} from '@loyalty/rules/earning';

interface SimulateCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly request: EvaluateRequest;
}

/** `busy`: other simulations of the environment took too long. */
type SimulateOutcome =
  | { readonly outcome: 'answered'; readonly response: SimulateResponse }
  | { readonly outcome: 'busy' }
  | Refused;

/** Writes nothing (D37). Throws a retriable Fault when the state cannot be read. */
export type Simulate = (call: SimulateCall) => Promise<SimulateOutcome>;

interface SimulatePorts {
  readonly preview: Preview;
  readonly clock: Clock;
  /** Keeps each environment to one simulation at a time in this process. */
  readonly slots: ShareSlots;
}

/** A caller that waits longer should rather retry. */
export const simulateLimits: SlotLimits = { share: 1, waitingMax: 20, waitMs: 1_000 };

/** The newest configuration is read last, as the engine does (D33). */
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

/** Nothing is ever stored under it. */
export const simulatedRef = (): string => `simulation-${randomId().slice(0, 8)}`;

export interface PreviewCall {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly request: EvaluateRequest;
  readonly nowMs: number;
  readonly newId: DecisionContext['newId'];
  /** Changes the configuration that is judged. Default: the present one. */
  readonly judge?: (snapshot: Snapshot) => Promise<{
    readonly snapshot: Snapshot;
    /** Nothing is spent of their budgets. */
    readonly unspent: ReadonlySet<CampaignId>;
  }>;
}

/** Without locks, by every confirmed change (D33). Throws a retriable Fault when it cannot be read. */
export type Preview = (call: PreviewCall) => Promise<DecisionContext | null>;
