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
    "title": "The body can be read in two ways",
    "detail": "An object of the body has the same name twice; see context.errors.",
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
    "detail": "This credential may not do this.",
    "type": "https://errors.loyalty.dev/forbidden"
  },
  {
    "code": "MEMBER_SUSPENDED",
    "status": 403,
    "title": "The member is suspended",
    "detail": "A suspended member neither earns nor burns points.",
    "type": "https://errors.loyalty.dev/member-suspended"
  },
  {
    "code": "MEMBER_ERASED",
    "status": 403,
    "title": "The member was erased",
    "detail": "An erased member is excluded from every further operation.",
    "type": "https://errors.loyalty.dev/member-erased"
  },
  {
    "code": "TEST_KEY_REQUIRED",
    "status": 403,
    "title": "A test key is required",
    "detail": "This operation exists in the test environment only; use an sk_test_ key.",
    "type": "https://errors.loyalty.dev/test-key-required"
  },
  {
    "code": "VOID_TOO_LATE",
    "status": 403,
    "title": "Too late to void another's redemption",
    "detail": "The time has passed in which another credential than the one that redeemed may void; nothing was done. See context.",
    "type": "https://errors.loyalty.dev/void-too-late"
  },
  {
    "code": "ROUTE_NOT_FOUND",
    "status": 404,
    "title": "No such route",
    "detail": "This path does not exist; see /docs.",
    "type": "https://errors.loyalty.dev/route-not-found"
  },
  {
    "code": "TENANT_NOT_FOUND",
    "status": 404,
    "title": "No such tenant",
    "detail": "The tenant does not exist.",
    "type": "https://errors.loyalty.dev/tenant-not-found"
  },
  {
    "code": "CAMPAIGN_NOT_FOUND",
    "status": 404,
    "title": "No such campaign",
    "detail": "The campaign does not exist.",
    "type": "https://errors.loyalty.dev/campaign-not-found"
  },
  {
    "code": "MEMBER_NOT_FOUND",
    "status": 404,
    "title": "No such member",
    "detail": "The member does not exist.",
    "type": "https://errors.loyalty.dev/member-not-found"
  },
  {
    "code": "REWARD_NOT_FOUND",
    "status": 404,
    "title": "No such reward",
    "detail": "The reward does not exist.",
    "type": "https://errors.loyalty.dev/reward-not-found"
  },
  {
    "code": "TIER_NOT_FOUND",
    "status": 404,
    "title": "No such tier",
    "detail": "The tier does not exist.",
    "type": "https://errors.loyalty.dev/tier-not-found"
  },
  {
    "code": "CODE_POOL_NOT_FOUND",
    "status": 404,
    "title": "No such pool of codes",
    "detail": "No pool of codes has this name.",
    "type": "https://errors.loyalty.dev/code-pool-not-found"
  },
  {
    "code": "SEGMENT_NOT_FOUND",
    "status": 404,
    "title": "No such segment",
    "detail": "The segment does not exist.",
    "type": "https://errors.loyalty.dev/segment-not-found"
  },
  {
    "code": "TRANSACTION_NOT_FOUND",
    "status": 404,
    "title": "No such transaction",
    "detail": "No decided transaction has this reference yet.",
    "type": "https://errors.loyalty.dev/transaction-not-found"
  },
  {
    "code": "EVENT_DEFINITION_NOT_FOUND",
    "status": 404,
    "title": "No such event definition",
    "detail": "No event definition has this key.",
    "type": "https://errors.loyalty.dev/event-definition-not-found"
  },
  {
    "code": "WEBHOOK_NOT_FOUND",
    "status": 404,
    "title": "No such webhook",
    "detail": "The webhook does not exist.",
    "type": "https://errors.loyalty.dev/webhook-not-found"
  },
  {
    "code": "DELIVERY_NOT_FOUND",
    "status": 404,
    "title": "No such delivery",
    "detail": "The webhook has no such delivery, or no longer.",
    "type": "https://errors.loyalty.dev/delivery-not-found"
  },
  {
    "code": "API_KEY_NOT_FOUND",
    "status": 404,
    "title": "No such API key",
    "detail": "The API key does not exist.",
    "type": "https://errors.loyalty.dev/api-key-not-found"
  },
  {
    "code": "METHOD_NOT_ALLOWED",
    "status": 405,
    "title": "Method not allowed",
    "detail": "This path does not answer this method; see the Allow header.",
    "type": "https://errors.loyalty.dev/method-not-allowed"
  },
  {
    "code": "REQUEST_TIMEOUT",
    "status": 408,
    "title": "The request did not come in time",
    "detail": "The head or the body of the request took too long to arrive; send it again.",
    "type": "https://errors.loyalty.dev/request-timeout"
  },
  {
    "code": "INVALID_STATE_TRANSITION",
    "status": 409,
    "title": "Not possible in the present state",
    "detail": "The present state does not allow this; see context.",
    "type": "https://errors.loyalty.dev/invalid-state-transition"
  },
  {
    "code": "TRANSACTION_DUPLICATE",
    "status": 409,
    "title": "The reference was used before",
    "detail": "This reference was used for another member, or with another body where the environment refuses that. Nothing was executed.",
    "type": "https://errors.loyalty.dev/transaction-duplicate"
  },
  {
    "code": "EVENT_DEFINITION_ARCHIVED",
    "status": 409,
    "title": "The event definition is archived",
    "detail": "An archived definition accepts no new events.",
    "type": "https://errors.loyalty.dev/event-definition-archived"
  },
  {
    "code": "REWARD_NOT_REDEEMABLE",
    "status": 409,
    "title": "The reward cannot be redeemed",
    "detail": "Only a reward that is ISSUED and not past its time is redeemed; see context.",
    "type": "https://errors.loyalty.dev/reward-not-redeemable"
  },
  {
    "code": "DUPLICATE_KEY",
    "status": 409,
    "title": "Already taken",
    "detail": "Another one has this already; see context.",
    "type": "https://errors.loyalty.dev/duplicate-key"
  },
  {
    "code": "TIER_HAS_MEMBERS",
    "status": 409,
    "title": "The tier has members",
    "detail": "There are members in the tier; force=true deletes it nevertheless.",
    "type": "https://errors.loyalty.dev/tier-has-members"
  },
  {
    "code": "LIMIT_EXCEEDED",
    "status": 409,
    "title": "A limit would be exceeded",
    "detail": "The environment would have more of this than it may: context.of says of what, context.limit how much.",
    "type": "https://errors.loyalty.dev/limit-exceeded"
  },
  {
    "code": "NOT_YET_AVAILABLE",
    "status": 409,
    "title": "Not available yet",
    "detail": "A new release is being rolled out, and a part of the service does not know these rules yet. Send the request again in some minutes.",
    "retryAfterS": 30,
    "type": "https://errors.loyalty.dev/not-yet-available"
  },
  {
    "code": "ANOTHER_PERSON_NEEDED",
    "status": 409,
    "title": "Another person is needed",
    "detail": "You made the most recent change here yourself, so the next step that goes live needs somebody else.",
    "type": "https://errors.loyalty.dev/another-person-needed"
  },
  {
    "code": "SEGMENT_NOT_STATIC",
    "status": 409,
    "title": "The segment is not static",
    "detail": "Members are added to and removed from STATIC segments only.",
    "type": "https://errors.loyalty.dev/segment-not-static"
  },
  {
    "code": "SEGMENT_NOT_DYNAMIC",
    "status": 409,
    "title": "The segment is not dynamic",
    "detail": "Only DYNAMIC segments are refreshed.",
    "type": "https://errors.loyalty.dev/segment-not-dynamic"
  },
  {
    "code": "PRECONDITION_FAILED",
    "status": 412,
    "title": "Changed by somebody else",
    "detail": "This was changed after the version that If-Match names: read it again, and decide then.",
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
    "detail": "The header Expect asks for something other than 100-continue; send the request without it.",
    "type": "https://errors.loyalty.dev/expectation-failed"
  },
  {
    "code": "INSUFFICIENT_POINTS",
    "status": 422,
    "title": "Not enough points",
    "detail": "The member has fewer points than were asked for; see context.",
    "type": "https://errors.loyalty.dev/insufficient-points"
  },
  {
    "code": "BELOW_MIN_REDEMPTION",
    "status": 422,
    "title": "Too few points to redeem",
    "detail": "The rule redeems no fewer points than context.minPointsPerRedemption at once.",
    "type": "https://errors.loyalty.dev/below-min-redemption"
  },
  {
    "code": "NOTHING_TO_REDEEM",
    "status": 422,
    "title": "The points are worth nothing",
    "detail": "The points that could be redeemed are worth less than R1; nothing was taken.",
    "type": "https://errors.loyalty.dev/nothing-to-redeem"
  },
  {
    "code": "RETURN_EXCEEDS_RECEIPT",
    "status": 422,
    "title": "More than is left of the receipt",
    "detail": "Less of the receipt is left than was to be returned; see context. Nothing was done, and the reference stays free.",
    "type": "https://errors.loyalty.dev/return-exceeds-receipt"
  },
  {
    "code": "POINTS_OVERFLOW",
    "status": 422,
    "title": "The balance would be too large",
    "detail": "The award would take the balance past 9007199254740991 points; nothing was written.",
    "type": "https://errors.loyalty.dev/points-overflow"
  },
  {
    "code": "RATE_LIMITED",
    "status": 429,
    "title": "Too many requests",
    "detail": "The rate limit of this credential is exceeded; wait as Retry-After says.",
    "type": "https://errors.loyalty.dev/rate-limited"
  },
  {
    "code": "HEADERS_TOO_LARGE",
    "status": 431,
    "title": "The headers are too large",
    "detail": "The request line and the headers may have 16 KiB together.",
    "type": "https://errors.loyalty.dev/headers-too-large"
  },
  {
    "code": "INTERNAL_ERROR",
    "status": 500,
    "title": "Something went wrong",
    "detail": "The service failed to answer; the request id helps to find out why.",
    "type": "https://errors.loyalty.dev/internal-error"
  },
  {
    "code": "PROCESSING_TIMEOUT",
    "status": 503,
    "title": "Not decided in time",
    "detail": "The request was accepted but not decided in time. Send the same reference again: it is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/processing-timeout"
  },
  {
    "code": "PROCESSING_FAILED",
    "status": 503,
    "title": "Could not be processed",
    "detail": "The engine gave up on this request. Nothing was written; the same reference may be sent again.",
    "retryAfterS": 5,
    "type": "https://errors.loyalty.dev/processing-failed"
  },
  {
    "code": "SERVICE_UNAVAILABLE",
    "status": 503,
    "title": "Temporarily unavailable",
    "detail": "The service cannot answer now, and may not know whether it took the request. Send it again later; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/service-unavailable"
  },
  {
    "code": "HISTORY_OPENING",
    "status": 503,
    "title": "Being recovered",
    "detail": "The database has begun anew. What was erased or revoked shortly before is being erased or revoked again first. Send the request again; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/history-opening"
  },
  {
    "code": "WRITE_UNCONFIRMED",
    "status": 503,
    "title": "Not confirmed yet",
    "detail": "The change is stored, but it is not known yet whether it outlives a failure of the database. Send the request again: a repeat changes nothing more.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/write-unconfirmed"
  },
  {
    "code": "TENANT_MOVING",
    "status": 503,
    "title": "The tenant is being moved",
    "detail": "The tenant is being moved to another place and nothing was decided. Send the request again; the same reference is never executed twice.",
    "retryAfterS": 1,
    "type": "https://errors.loyalty.dev/tenant-moving"
  },
  {
    "code": "TENANT_MOVED",
    "status": 503,
    "title": "The tenant was moved",
    "detail": "The tenant is served at another place and nothing was decided here. Send the request again; what leads requests to their place knows the new one shortly.",
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
