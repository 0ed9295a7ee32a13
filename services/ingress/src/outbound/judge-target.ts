import {
  createAddressPolicy,
  createResolver,
  judgeTarget,
  readAllowedCidrs,
  readTarget,
  targetRefusalTexts,
  type Judges,
} from '@loyalty/egress';
import type { IngressConfig } from '../config.ts';
import type { JudgeTarget } from '../usecases/ports.ts';

/** Whom the operator lets us call. Throws a Fault `CONFIG_INVALID` when the setting is none. */
export const createJudges = ({ webhookAllowCidrs }: Pick<IngressConfig, 'webhookAllowCidrs'>): Judges => {
  const allowCidrs = readAllowedCidrs('WEBHOOK_ALLOW_CIDRS', webhookAllowCidrs);
  return { policy: createAddressPolicy({ allowCidrs }), resolver: createResolver() };
};

/** Judges the text, then what its name stands for, for a second at most; one text for all that is not public. */
export const createJudgeTarget =
  (judges: Judges): JudgeTarget =>
  async (url, { isHttpAllowed }) => {
    const read = readTarget(url, { policy: judges.policy, isHttpAllowed });
    if (!read.ok) return targetRefusalTexts[read.reason];
    return (await judgeTarget(read.target, judges)) === 'BLOCKED'
      ? targetRefusalTexts.ADDRESS_NOT_ALLOWED
      : null;
  };
