import { readAddressPolicies, readTarget, targetRefusalTexts } from '@loyalty/egress/targets';
import type { IngressConfig } from '../config.ts';
import type { JudgeTarget } from '../usecases/change-webhooks.ts';

/**
 * Creates a function that judges addresses, with one message for every address that is not public. Names are
 * not resolved, so registering one reveals nothing about the internal network. Throws a Fault
 * `CONFIG_INVALID` for an invalid setting.
 */
export const createJudgeTarget = ({
  webhookAllowCidrs,
  egressDenyCidrs,
}: Pick<IngressConfig, 'webhookAllowCidrs' | 'egressDenyCidrs'>): JudgeTarget => {
  const policyOf = readAddressPolicies({
    open: { variable: 'WEBHOOK_ALLOW_CIDRS', text: webhookAllowCidrs },
    closed: { variable: 'EGRESS_DENY_CIDRS', text: egressDenyCidrs },
  });
  return (url, owner) => {
    const read = readTarget(url, { policy: policyOf(owner), isHttpAllowed: owner.isHttpAllowed });
    return read.ok ? null : targetRefusalTexts[read.reason];
  };
};
