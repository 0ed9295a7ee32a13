import { words } from '../../words/index.ts';

/** The texts of the page of request logs. */
export const logWords = {
  title: words.pages.logs,
  about: 'The log lists requests that were sent with test keys in the last 7 days, newest first.',
  liveTitle: 'Requests are logged in test only',
  live: 'Live requests are not logged, to protect personal data. In test you can see each request with its request and response bodies.',
  toTest: 'Show test requests',
  path: 'Part of the path',
  pathHint: 'Part of the path, for example evaluate',
  status: 'Status',
  anyStatus: 'Any status',
  refresh: 'Refresh',
  noneTitle: 'No requests yet',
  none: 'A request sent with a test key appears here about a second after its response. Send one with this call:',
  noMatchTitle: 'No matches',
  noMatch: 'No logged request has this path and status.',
  noMatchYetTitle: 'No matches so far',
  noMatchYet: 'Older requests have not been searched yet.',
  pick: 'Choose a request to see what was sent and what was returned.',
  list: 'Back to the list',
  requestId: 'request ID',
  requestBody: 'Request body',
  responseBody: 'Response body',
  noBody: 'No body',
  omitted: {
    NOT_JSON: 'Not shown, because the body is not JSON.',
    NOT_KEPT: 'Not logged, because bodies of this kind of request never are.',
    TOO_LONG: 'Not logged, because the body is longer than 16 KiB.',
  },
  unknownCall: 'No operation of the API has this method and path.',
};
