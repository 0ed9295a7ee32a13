export { findOverdueReplies } from './request-reply/overdue-replies.ts';
export { leaseReplyPartition, type ReplyPartition, ReplyReader } from './request-reply/reply-reader.ts';
export {
  createRequestClient,
  PendingReplies,
  type ReplyAddress,
  type ReplyOutcome,
  type RequestClient,
  slotMsOf,
} from './request-reply/request-client.ts';
