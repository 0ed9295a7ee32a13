/** Requests of test keys (D82): stored, listed, purged, erased. */

export { listRequestLogs } from './request-logs/list-request-logs.ts';
export {
  insertRequestLogs,
  type LoggedBody,
  type OmittedBody,
  purgeRequestLogs,
  type RequestLogWrite,
} from './request-logs/request-logs.ts';
