/** What a processed request leaves: members, transactions with their responses, postings, and failures of the last 24 h. */

export {
  type FailedRequestWrite,
  insertFailedRequests,
  purgeFailedRequests,
  readFailedRequest,
} from './transactions/failed-requests.ts';
export {
  type AccountWrite,
  type DatedStoredResponse,
  enrolMembers,
  insertPostings,
  insertTransactions,
  type PostingWrite,
  type Purchase,
  readStoredResponses,
  type RequestKey,
  type RequestOperation,
  type TransactionWrite,
  updateAccounts,
} from './transactions/transactions.ts';
