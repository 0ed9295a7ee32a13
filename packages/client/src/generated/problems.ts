// Derived from schemas/errors.json and schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { Schemas } from './types.ts';

/** The `context` of a problem, by its `code`. */
export interface ProblemContexts {
  /** The request is not valid. */
  readonly VALIDATION_ERROR: {
    /** One entry for each fault, at most 20, with a `pointer` (a JSON pointer) and a `message`. */
    readonly errors: Schemas['ValidationContext']['errors'];
    /** For an event whose payload was judged: the key of the definition. */
    readonly eventKey?: Schemas['ValidationContext']['eventKey'];
    /** For an event whose payload was judged: the version of that definition. */
    readonly definitionVersion?: Schemas['ValidationContext']['definitionVersion'];
  };
  /** The body has duplicate names. */
  readonly INVALID_JSON: {
    /**
     * one entry for each such object, at most 20, with a `pointer` (a JSON pointer to the name) and a `message`
     */
    readonly errors: Schemas['ValidationContext']['errors'];
  };
  /** Authentication is required. */
  readonly UNAUTHORIZED: Readonly<Record<string, never>>;
  /** Not allowed. */
  readonly FORBIDDEN: {
    /** The permission that the credential lacks. */
    readonly permission?: Schemas['ForbiddenContext']['permission'];
    /** The environment that `Loyalty-Mode` asks for and that the credential cannot use. */
    readonly mode?: Schemas['ForbiddenContext']['mode'];
    /** The setting that only the operator can change. */
    readonly setting?: Schemas['ForbiddenContext']['setting'];
    /** Who owns the setting: `OPERATOR`. */
    readonly owner?: Schemas['ForbiddenContext']['owner'];
  };
  /** The member is suspended. */
  readonly MEMBER_SUSPENDED: Readonly<Record<string, never>>;
  /** The member was erased. */
  readonly MEMBER_ERASED: Readonly<Record<string, never>>;
  /** A test key is required. */
  readonly TEST_KEY_REQUIRED: Readonly<Record<string, never>>;
  /** Too late to void another credential's redemption. */
  readonly VOID_TOO_LATE: {
    /** Until when another credential could have voided the redemption. */
    readonly voidableUntil?: Schemas['VoidRefusedContext']['voidableUntil'];
  };
  /** Route not found. */
  readonly ROUTE_NOT_FOUND: Readonly<Record<string, never>>;
  /** Tenant not found. */
  readonly TENANT_NOT_FOUND: Readonly<Record<string, never>>;
  /** Campaign not found. */
  readonly CAMPAIGN_NOT_FOUND: Readonly<Record<string, never>>;
  /** Member not found. */
  readonly MEMBER_NOT_FOUND: Readonly<Record<string, never>>;
  /** Reward not found. */
  readonly REWARD_NOT_FOUND: Readonly<Record<string, never>>;
  /** Tier not found. */
  readonly TIER_NOT_FOUND: Readonly<Record<string, never>>;
  /** Code pool not found. */
  readonly CODE_POOL_NOT_FOUND: Readonly<Record<string, never>>;
  /** Segment not found. */
  readonly SEGMENT_NOT_FOUND: Readonly<Record<string, never>>;
  /** Transaction not found. */
  readonly TRANSACTION_NOT_FOUND: Readonly<Record<string, never>>;
  /** Event definition not found. */
  readonly EVENT_DEFINITION_NOT_FOUND: Readonly<Record<string, never>>;
  /** Webhook not found. */
  readonly WEBHOOK_NOT_FOUND: Readonly<Record<string, never>>;
  /** Delivery not found. */
  readonly DELIVERY_NOT_FOUND: Readonly<Record<string, never>>;
  /** API key not found. */
  readonly API_KEY_NOT_FOUND: Readonly<Record<string, never>>;
  /** Method not allowed. */
  readonly METHOD_NOT_ALLOWED: Readonly<Record<string, never>>;
  /** Request timed out. */
  readonly REQUEST_TIMEOUT: Readonly<Record<string, never>>;
  /** Not possible in the current state. */
  readonly INVALID_STATE_TRANSITION: {
    /** The current state. */
    readonly from: Schemas['StateTransitionContext']['from'];
    /** The requested state. */
    readonly to: Schemas['StateTransitionContext']['to'];
    /**
     * the reason, if the two states do not explain it: `ARCHIVED`, `BUDGET_EXHAUSTED`, `ENDPOINT_DISABLED`, `MEMBER_ERASED`, `REPLAY_RUNNING`
     */
    readonly reason?: Schemas['StateTransitionContext']['reason'];
    /** For an API key that was rotated: the id of its successor. */
    readonly replacedBy?: Schemas['StateTransitionContext']['replacedBy'];
  };
  /** The reference was already used. */
  readonly TRANSACTION_DUPLICATE: Readonly<Record<string, never>>;
  /** The event definition is archived. */
  readonly EVENT_DEFINITION_ARCHIVED: Readonly<Record<string, never>>;
  /** The reward cannot be redeemed. */
  readonly REWARD_NOT_REDEEMABLE: {
    /** The state of the reward. */
    readonly state: Schemas['RewardStateContext']['state'];
    /** When the reward was redeemed; present only if it was. */
    readonly redeemedAt?: Schemas['RewardStateContext']['redeemedAt'];
    /**
     * the receipt with which the reward was redeemed, or null if none was named; present only if it was redeemed
     */
    readonly transactionRef?: Schemas['RewardStateContext']['transactionRef'];
  };
  /** Value already in use. */
  readonly DUPLICATE_KEY: {
    /** The field whose value is already in use. */
    readonly field: NonNullable<Schemas['DuplicateOrLimitContext']['field']>;
  };
  /** The tier has members. */
  readonly TIER_HAS_MEMBERS: {
    /** The number of members in the tier; with `more`, only those that were found. */
    readonly memberCount: NonNullable<Schemas['TierNotDeletedContext']['memberCount']>;
    /** True if not all members were checked: there may be more in the tier, even if memberCount is 0. */
    readonly more?: Schemas['TierNotDeletedContext']['more'];
  };
  /** A limit would be exceeded. */
  readonly LIMIT_EXCEEDED: {
    /** The limit. */
    readonly limit: Schemas['LimitContext']['limit'];
    /** What is limited, such as `activeCampaigns`. */
    readonly of: Schemas['LimitContext']['of'];
  };
  /** Not available yet. */
  readonly NOT_YET_AVAILABLE: {
    /** The version of the rules that the campaign or the API key needs. */
    readonly needs: NonNullable<Schemas['CampaignNotCreatedContext']['needs']>;
    /** The version that every part of the service supports. */
    readonly known: NonNullable<Schemas['CampaignNotCreatedContext']['known']>;
  };
  /** Another person is needed. */
  readonly ANOTHER_PERSON_NEEDED: {
    /** When the caller made the latest change. */
    readonly changedAt: Schemas['AnotherPersonNeededContext']['changedAt'];
  };
  /** The segment is not static. */
  readonly SEGMENT_NOT_STATIC: Readonly<Record<string, never>>;
  /** The segment is not dynamic. */
  readonly SEGMENT_NOT_DYNAMIC: Readonly<Record<string, never>>;
  /** The record has changed. */
  readonly PRECONDITION_FAILED: {
    /** The current version, as in the header ETag. */
    readonly etag: Schemas['PreconditionContext']['etag'];
  };
  /** The body is too large. */
  readonly PAYLOAD_TOO_LARGE: {
    /** The maximum size of the body in bytes. */
    readonly limitBytes: Schemas['PayloadTooLargeContext']['limitBytes'];
  };
  /** Unsupported media type. */
  readonly UNSUPPORTED_MEDIA_TYPE: Readonly<Record<string, never>>;
  /** The expectation cannot be met. */
  readonly EXPECTATION_FAILED: Readonly<Record<string, never>>;
  /** Not enough points. */
  readonly INSUFFICIENT_POINTS: {
    /** The points that are available. */
    readonly available?: Schemas['RedemptionContext']['available'];
    /** The requested points. */
    readonly requested?: Schemas['RedemptionContext']['requested'];
  };
  /** Too few points to redeem. */
  readonly BELOW_MIN_REDEMPTION: {
    /** The fewest points that the rule redeems at once. */
    readonly minPointsPerRedemption?: Schemas['RedemptionContext']['minPointsPerRedemption'];
    /** The points that remained after all limits were applied. */
    readonly pointsToRedeem?: Schemas['RedemptionContext']['pointsToRedeem'];
  };
  /** The points are worth less than R1. */
  readonly NOTHING_TO_REDEEM: Readonly<Record<string, never>>;
  /** The return exceeds what is left of the receipt. */
  readonly RETURN_EXCEEDS_RECEIPT: {
    /**
     * what is left of the receipt's amount, in cents; null if the amount is not known, so that the receipt can only be returned as a whole
     */
    readonly amountRemaining?: Schemas['ReturnContext']['amountRemaining'];
  };
  /** The balance would be too large. */
  readonly POINTS_OVERFLOW: Readonly<Record<string, never>>;
  /** Too many requests. */
  readonly RATE_LIMITED: Readonly<Record<string, never>>;
  /** The headers are too large. */
  readonly HEADERS_TOO_LARGE: Readonly<Record<string, never>>;
  /** Something went wrong. */
  readonly INTERNAL_ERROR: Readonly<Record<string, never>>;
  /** Not decided in time. */
  readonly PROCESSING_TIMEOUT: {
    /** False if it is known that a redemption was not executed because it arrived too late. */
    readonly executed?: Schemas['ProcessingContext']['executed'];
    /** Until when the redemption could have been executed. */
    readonly notAfter?: Schemas['ProcessingContext']['notAfter'];
  };
  /** Could not be processed. */
  readonly PROCESSING_FAILED: {
    /** What the engine found, as a code for support; absent if it is not known. */
    readonly reason?: Schemas['ProcessingContext']['reason'];
  };
  /** Temporarily unavailable. */
  readonly SERVICE_UNAVAILABLE: Readonly<Record<string, never>>;
  /** The service is being recovered. */
  readonly HISTORY_OPENING: Readonly<Record<string, never>>;
  /** Not confirmed yet. */
  readonly WRITE_UNCONFIRMED: Readonly<Record<string, never>>;
  /** The tenant is being moved. */
  readonly TENANT_MOVING: Readonly<Record<string, never>>;
  /** The tenant was moved. */
  readonly TENANT_MOVED: Readonly<Record<string, never>>;
}
