/** Requests of test keys (D82): stored, listed, purged, erased; requests of live keys (D372): stored, listed, purged. */

export { insertLiveRequests, listLiveRequests, type LiveRequestWrite } from './request-logs/live-requests.ts';
export { listRequestLogs } from './request-logs/list-request-logs.ts';
export {
  insertRequestLogs,
  type LoggedBody,
  type OmittedBody,
  purgeRequestLogs,
  type RequestLogWrite,
} from './request-logs/request-logs.ts';
