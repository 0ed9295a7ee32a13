import { readAddressPolicies, readTarget, targetRefusalTexts } from '@loyalty/egress';
import type { IngressConfig } from '../config.ts';
import type { JudgeTarget } from '../usecases/ports.ts';

type TargetSettings = Pick<IngressConfig, 'webhookAllowCidrs' | 'egressDenyCidrs'>;

/**
 * Judges the text of a URL by what the operator lets us call; one text for all that is not public. Names are not looked up: whether one
 * stands for something inside our network, or for nothing, is not told to whoever registers it. Throws a Fault `CONFIG_INVALID` when a
 * setting is none.
 */
export const createJudgeTarget = ({ webhookAllowCidrs, egressDenyCidrs }: TargetSettings): JudgeTarget => {
  const policyOf = readAddressPolicies({
    open: { variable: 'WEBHOOK_ALLOW_CIDRS', text: webhookAllowCidrs },
    closed: { variable: 'EGRESS_DENY_CIDRS', text: egressDenyCidrs },
  });
  return (url, owner) => {
    const read = readTarget(url, { policy: policyOf(owner), isHttpAllowed: owner.isHttpAllowed });
    return read.ok ? null : targetRefusalTexts[read.reason];
  };
};
