/** Calls to addresses that strangers chose: the egress, a POST and its result. */

export { createConfiguredEgress, createEgress, type Egress } from './egress.ts';
export {
  type PostFailure,
  type PostRequest,
  type PostResult,
  readableText,
  type TriedResult,
} from './posts/post-result.ts';
