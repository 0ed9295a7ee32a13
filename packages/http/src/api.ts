/** The server of the contract, on express: requests, responses, problems, limits, paging. */

export type { IsTrustedProxy } from './api/caller-address.ts';
export { callersPage, createCallerCounts } from './api/caller-counts.ts';
export {
  type Authenticate,
  type AuthenticateResult,
  type Credential,
  type HashCredential,
  type Limiter,
  rateHeaders,
  type RateVerdict,
  type RefusedCredential,
  usesPermission,
} from './api/credential.ts';
export type { ShownProblem } from './api/contract.ts';
export type { AnyHandler, Handler, HttpRequest } from './api/http-request.ts';
export { entityTagOf } from './api/if-match.ts';
export { defaultLimits } from './api/limits/server-limits.ts';
export {
  type CursorPosition,
  type CursorScope,
  decodeCursor,
  encodeCursor,
  pageLimit,
  pageOf,
} from './api/paging.ts';
export type { LiveRequest, OnLiveRequest, OnResponse, OnTestRequest, TestKeyRequest } from './api/respond.ts';
export { type HttpResponse, isProblem, type Problem, problem, type ProblemReason } from './api/response.ts';
export { createHttpServer, type PublicPage } from './api/server.ts';
