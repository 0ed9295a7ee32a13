import {
  createAddressPolicy,
  createResolver,
  judgeTarget,
  parseCidrs,
  readTarget,
  targetRefusalTexts,
  type Judges,
} from '@loyalty/egress';
import { Fault } from '@loyalty/kernel';
import type { IngressConfig } from '../config.ts';
import type { JudgeTarget } from '../usecases/ports.ts';

/** Whom the operator lets us call. Throws a Fault `CONFIG_INVALID` when the setting is none. */
export const createJudges = ({ webhookAllowCidrs }: Pick<IngressConfig, 'webhookAllowCidrs'>): Judges => {
  const allowCidrs = parseCidrs(webhookAllowCidrs ?? '');
  if (allowCidrs === null)
    throw new Fault('CONFIG_INVALID', 'WEBHOOK_ALLOW_CIDRS must be networks by commas, as in 10.1.0.0/16');
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
