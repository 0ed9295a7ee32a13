export type { AsyncapiDocument, AsyncapiMessage, AvroSchema } from './asyncapi/asyncapi-shape.ts';
export { createAvroCodec, readerFor, type AvroCodec } from './avro/avro-codec.ts';
export {
  creditCodec,
  erasureCodec,
  evaluateRequestCodec,
  factCodec,
  memberEventRequestCodec,
  redeemRequestCodec,
  replyCodec,
} from './avro/codecs.ts';
export { UndecodableError, UnencodableError } from './avro/undecodable-error.ts';
export { fingerprintOf, schemaIdOf } from './avro/wire-format.ts';
export { canonicalJson } from './events/canonical-json.ts';
export { payloadSizeOf, type PayloadSize } from './events/payload-size.ts';
export { compilePayloadValidator, type PayloadValidator } from './events/payload-validator.ts';
export type {
  Credit,
  Erasure,
  EvaluateRequest,
  Fact,
  MemberEventRequest,
  ReceiptLine,
  RedeemRequest,
  Reply,
} from './generated/avro.ts';
export { asyncapiDocument } from './generated/asyncapi-document.ts';
export type { ErrorCode, InternalCode, ReplyCode } from './generated/errors.ts';
export type { FactDataByType, FactType, TypedFact } from './generated/facts.ts';
export type { WebhookBodyByType } from './generated/webhooks.ts';
export { openapiDocument } from './generated/openapi-document.ts';
export {
  burnGroup,
  earnGroups,
  fulfilmentGroup,
  logGroupPrefix,
  replyGroupPrefix,
  segmentGroup,
  tierGroup,
  webhookGroup,
} from './consumer-groups.ts';
export { topicAccess, type TopicAccess, topics, type TopicName } from './generated/topics.ts';
export { headers } from './headers.ts';
export {
  engineServices,
  followerServices,
  type ServiceName,
  serviceNames,
  streamServices,
} from './service-kinds.ts';
export { responseValidatorFor, documentedCodes } from './http/response-validator.ts';
export { bodyBytesMax } from './http/body-limit.ts';
export { currencyCodes, isCurrencyCode } from './http/currency-codes.ts';
export { hasAtMostDecimals } from './http/decimals.ts';
export { faultyStringsOf } from './http/faulty-strings.ts';
export { pointerTo, type Checked, type FieldError } from './http/field-error.ts';
export { evaluateRequestOf, type ReceiptBody } from './http/evaluate-request-of.ts';
export { instantOf, type DateMeans } from './http/instant.ts';
export { parseJsonBody, unwantedCharacters, type JsonObject } from './http/json-body.ts';
export type { JsonSchema, Permission } from './http/openapi-shape.ts';
export type { ResponseOf, BodyOf, HttpSchemas, ParamsOf, QueryOf } from './http/operation-types.ts';
export { validatorFor, type OperationValidator, type ValidatorOf } from './http/operation-validator.ts';
export { operations, type HttpOperation, type OperationId } from './http/operations.ts';
export { isErrorCode, isReplyCode, problemKinds, problemOf, type ProblemKind } from './problem-catalogue.ts';
export {
  subjectOf,
  subjectSchemas,
  topicCatalogue,
  topicOf,
  type SubjectSchema,
  type Topic,
} from './topic-catalogue.ts';
export {
  eventTypeOf,
  isPublicEventType,
  publicEventTypes,
  publicFactTypes,
  testEventType,
  type FactTypeOf,
  type PublicEventType,
  type PublicFactType,
  type WebhookDataByType,
  type WebhookEventType,
} from './webhooks/webhook-types.ts';
export { webhookValidatorFor } from './webhooks/webhook-validator.ts';
