/** The results of requests: members, transactions, postings, failures that are kept, states of receipts. */

export {
  type AccountWrite,
  enrolMembers,
  insertPostings,
  type PostingWrite,
  updateAccounts,
} from './accounts/write-accounts.ts';
export { type ReceiptState, readReceiptStates } from './transactions/receipt-states.ts';
export {
  insertRefusedRecords,
  purgeRefusedRecords,
  type RefusedRecordWrite,
} from './transactions/refused-records.ts';
export {
  type DatedStoredResponse,
  type FailedRequestWrite,
  insertFailedRequests,
  insertTransactions,
  purgeFailedRequests,
  type Purchase,
  readFailedRequest,
  readStoredResponses,
  readTransactionMembers,
  type RequestKey,
  type RequestOperation,
  type TransactionMember,
  type TransactionWrite,
} from './transactions/transactions.ts';
