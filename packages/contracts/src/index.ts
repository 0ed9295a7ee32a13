/** Messages and their codecs, topics, consumer groups, headers, error codes, and values that they hold. */

export { type AvroCodec, createAvroCodec, readerFor } from './avro/avro-codec.ts';
export {
  creditCodec,
  erasureCodec,
  evaluateRequestCodec,
  factCodec,
  memberEventRequestCodec,
  redeemRequestCodec,
  replyCodec,
  streamedEventCodec,
} from './avro/codecs.ts';
export { isSameBody, sameRequests, type RepeatedBody } from './avro/same-body.ts';
export { fingerprintOf, schemaIdOf } from './avro/wire-format.ts';
export type {
  Credit,
  EvaluateRequest,
  Fact,
  MemberEventRequest,
  ReceiptLine,
  RedeemRequest,
  Reply,
  StreamedEvent,
} from './generated/avro.ts';
export type { ErrorCode, InternalCode, ReplyCode } from './generated/errors.ts';
export type { FactDataByType, FactType, TypedFact } from './generated/facts.ts';
export { topicAccess, type TopicAccess, type TopicName, topics } from './generated/topics.ts';
export { headers } from './headers.ts';
export { type DateBound, instantOf } from './instant.ts';
export { isErrorCode, isReplyCode, type ProblemKind, problemOf } from './errors.ts';
export { bodyBytesMax, hasAtMostDecimals } from './request-values.ts';
export {
  burnGroup,
  earnGroups,
  engineServices,
  followerServices,
  fulfilmentGroup,
  logGroupPrefix,
  replyGroupPrefix,
  segmentGroup,
  type ServiceName,
  serviceNames,
  streamServices,
  tierGroup,
  webhookGroup,
} from './services.ts';
export { subjectOf, subjectSchemas, topicCatalogue, topicOf } from './topic-catalogue.ts';
