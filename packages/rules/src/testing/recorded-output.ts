import type { NotFiredReason } from '../campaigns/campaign.ts';
import type { EvaluateResponse, SimulateResponse } from '../earning/decide-evaluate.ts';
import type { EvaluateDebug } from '../earning/decision.ts';

/**
 * Returns the response of a receipt as the lines of `golden/decisions.ndjson` have it. The lines are older
 * than `stampCards`, whose data they hold under `stored.cards`, and older than the reason of a campaign that
 * only stamped.
 */
export const recordedResponseOf = (response: EvaluateResponse | SimulateResponse): object => {
  const { _debug, ...fields } = response;
  const recorded = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'stampCards'));
  if (_debug === undefined) return recorded;
  return { ...recorded, _debug: _debug === null ? null : recordedDebugOf(_debug) };
};

/** Returns a reason as the lines have it. */
export const recordedReasonOf = (reason: NotFiredReason): NotFiredReason =>
  reason === 'STAMPED' ? 'NOTHING_TO_AWARD' : reason;

const recordedDebugOf = ({ activeCampaigns, campaignChecks, ...rest }: EvaluateDebug): EvaluateDebug => ({
  activeCampaigns,
  campaignChecks: campaignChecks.map((check) => ({ ...check, reason: recordedReasonOf(check.reason) })),
  ...rest,
});
