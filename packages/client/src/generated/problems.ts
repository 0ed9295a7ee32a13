// Derived from schemas/errors.json and schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { Schemas } from './types.ts';

/** What the `context` of a problem holds, by its `code`. */
export interface ProblemContexts {
  /** The request is not valid. */
  readonly VALIDATION_ERROR: {
    /** One entry for each fault, at most 20: `pointer` (a JSON pointer) and `message`. */
    readonly errors: Schemas['ValidationContext']['errors'];
    /** Of an event, once its payload was judged: the key of the definition. */
    readonly eventKey?: Schemas['ValidationContext']['eventKey'];
    /** Of an event, once its payload was judged: the version of that definition. */
    readonly definitionVersion?: Schemas['ValidationContext']['definitionVersion'];
  };
  /** The body can be read in two ways. */
  readonly INVALID_JSON: {
    /** One entry for each object, at most 20: `pointer` (a JSON pointer to the name) and `message`. */
    readonly errors: Schemas['ValidationContext']['errors'];
  };
  /** Authentication is required. */
  readonly UNAUTHORIZED: Readonly<Record<string, never>>;
  /** Not allowed. */
  readonly FORBIDDEN: {
    /** The permission that the credential lacks. */
    readonly permission?: Schemas['ForbiddenContext']['permission'];
    /** The environment that `Loyalty-Mode` names, and that the credential does not open. */
    readonly mode?: Schemas['ForbiddenContext']['mode'];
    /** The setting that is the operator's. */
    readonly setting?: Schemas['ForbiddenContext']['setting'];
    /** Whose the setting is: `OPERATOR`. */
    readonly owner?: Schemas['ForbiddenContext']['owner'];
  };
  /** The member is suspended. */
  readonly MEMBER_SUSPENDED: Readonly<Record<string, never>>;
  /** The member was erased. */
  readonly MEMBER_ERASED: Readonly<Record<string, never>>;
  /** A test key is required. */
  readonly TEST_KEY_REQUIRED: Readonly<Record<string, never>>;
  /** Too late to void another's redemption. */
  readonly VOID_TOO_LATE: {
    /** Until when another credential could have voided it. */
    readonly voidableUntil?: Schemas['VoidRefusedContext']['voidableUntil'];
  };
  /** No such route. */
  readonly ROUTE_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such tenant. */
  readonly TENANT_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such campaign. */
  readonly CAMPAIGN_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such member. */
  readonly MEMBER_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such reward. */
  readonly REWARD_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such tier. */
  readonly TIER_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such pool of codes. */
  readonly CODE_POOL_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such segment. */
  readonly SEGMENT_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such transaction. */
  readonly TRANSACTION_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such event definition. */
  readonly EVENT_DEFINITION_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such webhook. */
  readonly WEBHOOK_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such delivery. */
  readonly DELIVERY_NOT_FOUND: Readonly<Record<string, never>>;
  /** No such API key. */
  readonly API_KEY_NOT_FOUND: Readonly<Record<string, never>>;
  /** Method not allowed. */
  readonly METHOD_NOT_ALLOWED: Readonly<Record<string, never>>;
  /** The request did not come in time. */
  readonly REQUEST_TIMEOUT: Readonly<Record<string, never>>;
  /** Not possible in the present state. */
  readonly INVALID_STATE_TRANSITION: {
    /** The present state. */
    readonly from: Schemas['StateTransitionContext']['from'];
    /** The requested state. */
    readonly to: Schemas['StateTransitionContext']['to'];
    /**
     * why, where the states do not say it: `ARCHIVED`, `BUDGET_EXHAUSTED`, `ENDPOINT_DISABLED`, `MEMBER_ERASED`, `REPLAY_RUNNING`
     */
    readonly reason?: Schemas['StateTransitionContext']['reason'];
    /** Of an API key that was replaced: the id of its successor. */
    readonly replacedBy?: Schemas['StateTransitionContext']['replacedBy'];
  };
  /** The reference was used before. */
  readonly TRANSACTION_DUPLICATE: Readonly<Record<string, never>>;
  /** The event definition is archived. */
  readonly EVENT_DEFINITION_ARCHIVED: Readonly<Record<string, never>>;
  /** The reward cannot be redeemed. */
  readonly REWARD_NOT_REDEEMABLE: {
    /** The state of the reward. */
    readonly state: Schemas['RewardStateContext']['state'];
    /** When it was redeemed, where it was. */
    readonly redeemedAt?: Schemas['RewardStateContext']['redeemedAt'];
    /** The receipt that it was redeemed with, where it was redeemed; null where none was named. */
    readonly transactionRef?: Schemas['RewardStateContext']['transactionRef'];
  };
  /** Already taken. */
  readonly DUPLICATE_KEY: {
    /** The field whose value another one has. */
    readonly field: NonNullable<Schemas['DuplicateOrLimitContext']['field']>;
  };
  /** The tier has members. */
  readonly TIER_HAS_MEMBERS: {
    /** Members in the tier; with `more`, those that were found. */
    readonly memberCount: NonNullable<Schemas['TierNotDeletedContext']['memberCount']>;
    /** True where not all members were checked: there may be more in the tier, also where memberCount is 0. */
    readonly more?: Schemas['TierNotDeletedContext']['more'];
  };
  /** A limit would be exceeded. */
  readonly LIMIT_EXCEEDED: {
    /** How much there may be. */
    readonly limit: Schemas['LimitContext']['limit'];
    /** Of what, as in `activeCampaigns`. */
    readonly of: Schemas['LimitContext']['of'];
  };
  /** Not available yet. */
  readonly NOT_YET_AVAILABLE: {
    /** The version of the rules that the campaign or the API key needs. */
    readonly needs: NonNullable<Schemas['CampaignNotCreatedContext']['needs']>;
    /** The version that every part of the service knows. */
    readonly known: NonNullable<Schemas['CampaignNotCreatedContext']['known']>;
  };
  /** Another person is needed. */
  readonly ANOTHER_PERSON_NEEDED: {
    /** When the caller made the newest change. */
    readonly changedAt: Schemas['AnotherPersonNeededContext']['changedAt'];
  };
  /** The segment is not static. */
  readonly SEGMENT_NOT_STATIC: Readonly<Record<string, never>>;
  /** The segment is not dynamic. */
  readonly SEGMENT_NOT_DYNAMIC: Readonly<Record<string, never>>;
  /** Changed by somebody else. */
  readonly PRECONDITION_FAILED: {
    /** The version that is there, as the header ETag has it. */
    readonly etag: Schemas['PreconditionContext']['etag'];
  };
  /** The body is too large. */
  readonly PAYLOAD_TOO_LARGE: {
    /** Bytes that the body may have. */
    readonly limitBytes: Schemas['PayloadTooLargeContext']['limitBytes'];
  };
  /** Unsupported media type. */
  readonly UNSUPPORTED_MEDIA_TYPE: Readonly<Record<string, never>>;
  /** The expectation cannot be met. */
  readonly EXPECTATION_FAILED: Readonly<Record<string, never>>;
  /** Not enough points. */
  readonly INSUFFICIENT_POINTS: {
    /** The balance. */
    readonly available?: Schemas['RedemptionContext']['available'];
    /** The requested points. */
    readonly requested?: Schemas['RedemptionContext']['requested'];
  };
  /** Too few points to redeem. */
  readonly BELOW_MIN_REDEMPTION: {
    /** The fewest points that the rule redeems. */
    readonly minPointsPerRedemption?: Schemas['RedemptionContext']['minPointsPerRedemption'];
    /** What the caps left of the requested points. */
    readonly pointsToRedeem?: Schemas['RedemptionContext']['pointsToRedeem'];
  };
  /** The points are worth nothing. */
  readonly NOTHING_TO_REDEEM: Readonly<Record<string, never>>;
  /** More than is left of the receipt. */
  readonly RETURN_EXCEEDS_RECEIPT: {
    /**
     * what is left of the receipt's amount, in cents; null where its amount is not known, so that it can be returned whole only
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
    /** False where it is known that a redeem was not executed, because it came too late. */
    readonly executed?: Schemas['ProcessingContext']['executed'];
    /** Until when it could have been executed. */
    readonly notAfter?: Schemas['ProcessingContext']['notAfter'];
  };
  /** Could not be processed. */
  readonly PROCESSING_FAILED: {
    /** The engine's finding, as a code for support; absent where it is not known. */
    readonly reason?: Schemas['ProcessingContext']['reason'];
  };
  /** Temporarily unavailable. */
  readonly SERVICE_UNAVAILABLE: Readonly<Record<string, never>>;
  /** Being recovered. */
  readonly HISTORY_OPENING: Readonly<Record<string, never>>;
  /** Not confirmed yet. */
  readonly WRITE_UNCONFIRMED: Readonly<Record<string, never>>;
  /** The tenant is being moved. */
  readonly TENANT_MOVING: Readonly<Record<string, never>>;
  /** The tenant was moved. */
  readonly TENANT_MOVED: Readonly<Record<string, never>>;
}
