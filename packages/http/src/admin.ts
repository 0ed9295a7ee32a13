/** Serves health, metrics and documents on plain node:http, as a part of a process. */

export { createAdminServer } from './admin/admin-server.ts';
export { createListening, type Listening, type StopPlan } from './admin/listening.ts';
export {
  documentResponse,
  type Health,
  type HealthCheck,
  livePage,
  type Page,
  readyBy,
  readyPage,
  type StaticDocument,
} from './admin/pages.ts';
export { createTransport, type TlsFiles } from './admin/transport.ts';
