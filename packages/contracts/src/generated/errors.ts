// Derived from schemas/errors.json by `npm run derive`. Do not edit.

export const errorEntries = [
  {
    "code": "VALIDATION_ERROR",
    "status": 400,
    "title": "The request is not valid",
    "detail": "One or more fields are missing or invalid; see context.errors.",
    "type": "https://errors.loyalty.dev/validation-error"
  },
  {
    "code": "INVALID_JSON",
    "status": 400,
    "title": "The body has duplicate names",
    "detail": "An object in the body has the same name more than once, so its meaning is ambiguous. Send each name once; see context.errors.",
    "type": "https://errors.loyalty.dev/invalid-json"
  },
  {
    "code": "UNAUTHORIZED",
    "status": 401,
    "title": "Authentication is required",
    "detail": "Send a valid API key in X-API-Key or a valid bearer token in Authorization.",
    "type": "https://errors.loyalty.dev/unauthorized"
  },
  {
    "code": "FORBIDDEN",
    "status": 403,
    "title": "Not allowed",
    "detail": "This credential is not allowed to make this request. If context names a permission, use a credential that has it.",
    "type": "https://errors.loyalty.dev/forbidden"
  },
  {
    "code": "MEMBER_SUSPENDED",
    "status": 403,
    "title": "The member is suspended",
    "detail": "A suspended member can neither earn nor redeem points. Reinstate the member first.",
    "type": "https://errors.loyalty.dev/member-suspended"
  },
  {
    "code": "MEMBER_ERASED",
    "status": 403,
    "title": "The member was erased",
    "detail": "No further operation is possible for a member who was erased.",
    "type": "https://errors.loyalty.dev/member-erased"
  },
  {
    "code": "TEST_KEY_REQUIRED",
    "status": 403,
    "title": "A test key is required",
    "detail": "This operation is available in the test environment only. Use a key that begins with sk_test_.",
    "type": "https://errors.loyalty.dev/test-key-required"
  },
  {
    "code": "VOID_TOO_LATE",
    "status": 403,
    "title": "Too late to void another credential's redemption",
    "detail": "The time in which a credential other than the one that redeemed can void this redemption has passed. Nothing was changed; see context.",
    "type": "https://errors.loyalty.dev/void-too-late"
  },
  {
    "code": "ROUTE_NOT_FOUND",
    "status": 404,
    "title": "Route not found",
    "detail": "This path does not exist. See /docs for the paths of this API.",
    "type": "https://errors.loyalty.dev/route-not-found"
  },
  {
    "code": "TENANT_NOT_FOUND",
    "status": 404,
    "title": "Tenant not found",
    "detail": "The tenant does not exist.",
    "type": "https://errors.loyalty.dev/tenant-not-found"
  },
  {
    "code": "CAMPAIGN_NOT_FOUND",
    "status": 404,
    "title": "Campaign not found",
    "detail": "The campaign does not exist.",
    "type": "https://errors.loyalty.dev/campaign-not-found"
  },
  {
    "code": "MEMBER_NOT_FOUND",
    "status": 404,
    "title": "Member not found",
    "detail": "The member does not exist.",
    "type": "https://errors.loyalty.dev/member-not-found"
  },
  {
    "code": "REWARD_NOT_FOUND",
    "status": 404,
    "title": "Reward not found",
    "detail": "The reward does not exist.",
    "type": "https://errors.loyalty.dev/reward-not-found"
  },
  {
    "code": "TIER_NOT_FOUND",
    "status": 404,
    "title": "Tier not found",
    "detail": "The tier does not exist.",
    "type": "https://errors.loyalty.dev/tier-not-found"
  },
  {
    "code": "CODE_POOL_NOT_FOUND",
    "status": 404,
    "title": "Code pool not found",
    "detail": "No code pool has this name.",
    "type": "https://errors.loyalty.dev/code-pool-not-found"
  },
  {
    "code": "SEGMENT_NOT_FOUND",
    "status": 404,
    "title": "Segment not found",
    "detail": "The segment does not exist.",
    "type": "https://errors.loyalty.dev/segment-not-found"
  },
  {
    "code": "TRANSACTION_NOT_FOUND",
    "status": 404,
    "title": "Transaction not found",
    "detail": "No transaction with this reference has been decided. If you have only just sent it, try again in a moment.",
    "type": "https://errors.loyalty.dev/transaction-not-found"
  },
  {
    "code": "EVENT_DEFINITION_NOT_FOUND",
    "status": 404,
    "title": "Event definition not found",
    "detail": "No event definition has this key.",
    "type": "https://errors.loyalty.dev/event-definition-not-found"
  },
  {
    "code": "WEBHOOK_NOT_FOUND",
    "status": 404,
    "title": "Webhook not found",
    "detail": "The webhook does not exist.",
    "type": "https://errors.loyalty.dev/webhook-not-found"
  },
  {
    "code": "DELIVERY_NOT_FOUND",
    "status": 404,
    "title": "Delivery not found",
    "detail": "The webhook has no such delivery, or the delivery is no longer kept.",
    "type": "https://errors.loyalty.dev/delivery-not-found"
  },
  {
    "code": "API_KEY_NOT_FOUND",
    "status": 404,
    "title": "API key not found",
    "detail": "The API key does not exist.",
    "type": "https://errors.loyalty.dev/api-key-not-found"
  },
  {
    "code": "METHOD_NOT_ALLOWED",
    "status": 405,
    "title": "Method not allowed",
    "detail": "This path does not support this method. The Allow header lists the methods that it supports.",
    "type": "https://errors.loyalty.dev/method-not-allowed"
  },
  {
    "code": "REQUEST_TIMEOUT",
    "status": 408,
    "title": "Request timed out",
    "detail": "The headers or the body of the request took too long to arrive. Send the request again.",
    "type": "https://errors.loyalty.dev/request-timeout"
  },
  {
    "code": "INVALID_STATE_TRANSITION",
    "status": 409,
    "title": "Not possible in the current state",
    "detail": "The current state does not allow this change; context has the current and the requested state.",
    "type": "https://errors.loyalty.dev/invalid-state-transition"
  },
  {
    "code": "TRANSACTION_DUPLICATE",
    "status": 409,
    "title": "The reference was already used",
    "detail": "This reference was already used for another member, or with a different body in an environment that refuses that. Nothing was executed. If this is a different transaction, send it with a new reference.",
    "type": "https://errors.loyalty.dev/transaction-duplicate"
  },
  {
    "code": "EVENT_DEFINITION_ARCHIVED",
    "status": 409,
    "title": "The event definition is archived",
    "detail": "An archived event definition accepts no new events. Set its state to ACTIVE to accept them again.",
    "type": "https://errors.loyalty.dev/event-definition-archived"
  },
  {
    "code": "REWARD_NOT_REDEEMABLE",
    "status": 409,
    "title": "The reward cannot be redeemed",
    "detail": "Only a reward that is ISSUED and has not expired can be redeemed; see context.",
    "type": "https://errors.loyalty.dev/reward-not-redeemable"
  },
  {
    "code": "DUPLICATE_KEY",
    "status": 409,
    "title": "Value already in use",
    "detail": "Another record already has this value. context.field names the field; send a different value.",
    "type": "https://errors.loyalty.dev/duplicate-key"
  },
  {
    "code": "TIER_HAS_MEMBERS",
    "status": 409,
    "title": "The tier has members",
    "detail": "There are still members in this tier. Send force=true to delete it anyway.",
    "type": "https://errors.loyalty.dev/tier-has-members"
  },
  {
    "code": "LIMIT_EXCEEDED",
    "status": 409,
    "title": "A limit would be exceeded",
    "detail": "This request would exceed a limit, and nothing was changed. context.of says what is limited, and context.limit is the limit.",
    "type": "https://errors.loyalty.dev/limit-exceeded"
  },
  {
    "code": "NOT_YET_AVAILABLE",
    "status": 409,
    "title": "Not available yet",
    "detail": "A new release is being rolled out, and part of the service does not support this yet. Send the request again in a few minutes.",
    "retryAfterS": 30,
    "type": "https://errors.loyalty.dev/not-yet-available"
  },
  {
    "code": "ANOTHER_PERSON_NEEDED",
    "status": 409,
    "title": "Another person is needed",
    "detail": "You made the latest change here yourself, so a different person must make the change that takes effect live.",
    "type": "https://errors.loyalty.dev/another-person-needed"
  },
  {
    "code": "SEGMENT_NOT_STATIC",
    "status": 409,
    "title": "The segment is not static",
    "detail": "Members can be added to and removed from STATIC segments only. The members of a DYNAMIC segment follow its rules.",
    "type": "https://errors.loyalty.dev/segment-not-static"
  },
  {
    "code": "SEGMENT_NOT_DYNAMIC",
    "status": 409,
    "title": "The segment is not dynamic",
    "detail": "Only DYNAMIC segments can be refreshed.",
    "type": "https://errors.loyalty.dev/segment-not-dynamic"
  },
  {
    "code": "PRECONDITION_FAILED",
    "status": 412,
    "title": "The record has changed",
    "detail": "The record has changed since the version that If-Match names. Read it again before you decide what to change.",
    "type": "https://errors.loyalty.dev/precondition-failed"
  },
  {
    "code": "PAYLOAD_TOO_LARGE",
    "status": 413,
    "title": "The body is too large",
    "detail": "The request body is larger than this route accepts.",
    "type": "https://errors.loyalty.dev/payload-too-large"
  },
  {
    "code": "UNSUPPORTED_MEDIA_TYPE",
    "status": 415,
    "title": "Unsupported media type",
    "detail": "Send the body as application/json.",
    "type": "https://errors.loyalty.dev/unsupported-media-type"
  },
  {
    "code": "EXPECTATION_FAILED",
    "status": 417,
    "title": "The expectation cannot be met",
    "detail": "The header Expect asks for something other than 100-continue. Send the request without it.",
    "type": "https://errors.loyalty.dev/expectation-failed"
  },
  {
    "code": "INSUFFICIENT_POINTS",
    "status": 422,
    "title": "Not enough points",
    "detail": "The member has fewer points than were requested; see context.",
    "type": "https://errors.loyalty.dev/insufficient-points"
  },
  {
    "code": "BELOW_MIN_REDEMPTION",
    "status": 422,
    "title": "Too few points to redeem",
    "detail": "The redemption rule requires at least context.minPointsPerRedemption points at once.",
    "type": "https://errors.loyalty.dev/below-min-redemption"
  },
  {
    "code": "NOTHING_TO_REDEEM",
    "status": 422,
    "title": "The points are worth less than R1",
    "detail": "The points that could be redeemed are worth less than R1. Nothing was taken.",
    "type": "https://errors.loyalty.dev/nothing-to-redeem"
  },
  {
    "code": "RETURN_EXCEEDS_RECEIPT",
    "status": 422,
    "title": "The return exceeds what is left of the receipt",
    "detail": "The return asks for more than is left of the receipt; see context. Nothing was changed, and the reference can be used again.",
    "type": "https://errors.loyalty.dev/return-exceeds-receipt"
  },
  {
    "code": "POINTS_OVERFLOW",
    "status": 422,
    "title": "The balance would be too large",
    "detail": "The balance would be above 9007199254740991 points. Nothing was written.",
    "type": "https://errors.loyalty.dev/points-overflow"
  },
  {
    "code": "RATE_LIMITED",
    "status": 429,
    "title": "Too many requests",
    "detail": "A rate limit was exceeded. Wait for the number of seconds in Retry-After, then send the request again.",
    "type": "https://errors.loyalty.dev/rate-limited"
  },
  {
    "code": "HEADERS_TOO_LARGE",
    "status": 431,
    "title": "The headers are too large",
    "detail": "The request line and the headers can have at most 16 KiB together.",
    "type": "https://errors.loyalty.dev/headers-too-large"
  },
  {
    "code": "INTERNAL_ERROR",
    "status": 500,
    "title": "Something went wrong",
    "detail": "The service failed to process the request. Quote the request id when you ask for support.",
    "type": "https://errors.loyalty.dev/internal-error"
  },
  {
    "code": "PROCESSING_TIMEOUT",
    "status": 503,
    "title": "Not decided in time",
    "detail": "The request was accepted but not decided in time. Send it again with the same reference: it is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/processing-timeout"
  },
  {
    "code": "PROCESSING_FAILED",
    "status": 503,
    "title": "Could not be processed",
    "detail": "The engine could not process this request. Nothing was written, and the same reference can be sent again.",
    "retryAfterS": 5,
    "type": "https://errors.loyalty.dev/processing-failed"
  },
  {
    "code": "SERVICE_UNAVAILABLE",
    "status": 503,
    "title": "Temporarily unavailable",
    "detail": "The service cannot process the request now, and may not know whether it accepted it. Send it again later; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/service-unavailable"
  },
  {
    "code": "HISTORY_OPENING",
    "status": 503,
    "title": "The service is being recovered",
    "detail": "The database was recovered, and the latest erasures and revocations are being applied again first. Send the request again; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/history-opening"
  },
  {
    "code": "WRITE_UNCONFIRMED",
    "status": 503,
    "title": "Not confirmed yet",
    "detail": "The change is stored, but we cannot confirm yet that it would survive a failure of the database. Send the request again: a repeat changes nothing more.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/write-unconfirmed"
  },
  {
    "code": "TENANT_MOVING",
    "status": 503,
    "title": "The tenant is being moved",
    "detail": "The tenant is being moved to another location, and nothing was decided. Send the request again; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/tenant-moving"
  },
  {
    "code": "TENANT_MOVED",
    "status": 503,
    "title": "The tenant was moved",
    "detail": "The tenant is now served from another location, and nothing was decided here. Send the request again; it will shortly be routed to the new location.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/tenant-moved"
  }
] as const;

/** The code of a problem that a caller can meet. */
export type ErrorCode = (typeof errorEntries)[number]['code'];

export const internalCodes = [
  "RETRY_DEFINITION"
] as const;

/** A code between services, which no caller meets. */
export type InternalCode = (typeof internalCodes)[number];

/** The code of a reply of an engine. */
export type ReplyCode = ErrorCode | InternalCode;
