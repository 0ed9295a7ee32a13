import { type EnvironmentId, Fault, isUuid, type TenantId } from '@loyalty/kernel';
import { type AddressPolicy, type Cidr, createAddressPolicy, parseCidrs } from './address-policy.ts';

export interface Caller {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: 'live' | 'test';
}

interface NetworkSetting {
  readonly variable: string;
  readonly text: string | null;
}

export interface PolicySettings {
  readonly open: NetworkSetting;
  /** Networks that no caller may call, even when they are open. */
  readonly closed: NetworkSetting;
}

/**
 * Returns the policy of each caller. Callers without networks of their own get the same object. Throws
 * `CONFIG_INVALID` for an invalid setting.
 */
export const readAddressPolicies = ({
  open,
  closed,
}: PolicySettings): ((caller: Caller) => AddressPolicy) => {
  const { forAll, forSome } = parseOpenNetworks(open.text ?? '') ?? unfit(open, 'or <tenant>=10.1.0.0/16');
  const denyCidrs = parseCidrs(closed.text ?? '') ?? unfit(closed, 'by commas');
  const usual = createAddressPolicy({ allowCidrs: forAll, denyCidrs });
  const own = new Map<string, AddressPolicy>();
  return ({ tenantId, mode }) => {
    const environment = `${tenantId}/${mode}`;
    const cidrs = [tenantId, environment].flatMap((owner) => forSome.get(owner) ?? []);
    if (cidrs.length === 0) return usual;
    const policy =
      own.get(environment) ?? createAddressPolicy({ allowCidrs: [...forAll, ...cidrs], denyCidrs });
    own.set(environment, policy);
    return policy;
  };
};

const unfit = ({ variable }: NetworkSetting, also: string): never => {
  throw new Fault('CONFIG_INVALID', `${variable} must be networks by commas, as in 10.1.0.0/16, ${also}`);
};

interface OpenNetworks {
  readonly forAll: readonly Cidr[];
  /** Networks are found by tenant, or by `tenant/mode`. */
  readonly forSome: ReadonlyMap<string, readonly Cidr[]>;
}

/** Separated by commas: for all, a tenant (`<tenant>=10.1.0.0/16`) or an environment (`<tenant>/live=…`). */
const parseOpenNetworks = (text: string): OpenNetworks | null => {
  const forAll: Cidr[] = [];
  const forSome = new Map<string, Cidr[]>();
  for (const part of text.split(/[\s,]+/).filter((found) => found !== '')) {
    const found = parsePart(part);
    if (found === null) return null;
    const { owner, cidrs } = found;
    const list = owner === null ? forAll : (forSome.get(owner) ?? []);
    list.push(...cidrs);
    if (owner !== null) forSome.set(owner, list);
  }
  return { forAll, forSome };
};

const parsePart = (
  part: string,
): { readonly owner: string | null; readonly cidrs: readonly Cidr[] } | null => {
  const [, owner = null, network = ''] = /^(?:([^=]*)=)?([^=]+)$/.exec(part) ?? [];
  const cidrs = parseCidrs(network);
  if (cidrs === null || cidrs.length === 0) return null;
  return owner === null || isOwner(owner) ? { owner, cidrs } : null;
};

const isOwner = (text: string): boolean => {
  const [tenantId = '', mode = 'live', ...rest] = text.split('/');
  return isUuid(tenantId) && tenantId === tenantId.toLowerCase() && rest.length === 0 && isMode(mode);
};

const isMode = (text: string): boolean => text === 'live' || text === 'test';
