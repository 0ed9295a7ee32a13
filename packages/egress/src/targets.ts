/** Which URLs and addresses may be called; loads no client. */

export {
  closedNetworks,
  createAddressPolicy,
  createRangeCheck,
  parseCidrs,
} from './targets/address-policy.ts';
export { type Caller, readAddressPolicies } from './targets/open-networks.ts';
export { readTarget, targetRefusalTexts } from './targets/target.ts';
