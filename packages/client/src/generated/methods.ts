// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { CallOptions } from '../call-options.ts';
import type { Schemas } from './types.ts';

/** One method for each operation of a tenant, by its `operationId`. */
export interface Methods {
  /**
   * Award points for a basket
   *
   * Evaluates a basket against all ACTIVE campaigns. All campaigns whose conditions hold fire and add up; each
   * rounds its own award down. The member is created on the first call.
   *
   * Safe to repeat: the same `transactionRef` returns the original result. After a 503 or a lost connection, send
   * the same reference again.
   *
   * With `Prefer: respond-async` the basket is accepted with 202 and evaluated in the background; get the result at the
   * `Location`. A reference that is already decided gets 200 with its result.
   *
   * **A worked example.** A basket of R150.00 is `amount: 15000`. A SPEND_PERCENTAGE campaign of 1 % awards
   * floor(15000 × 1 / 100) = 150 points, a FIXED_POINTS campaign of 50 adds 50: `pointsAwarded` is 200.
   *
   * Permission: `transactions:evaluate`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly evaluateTransaction: (args: {
    readonly body: Schemas['EvaluateBody'];
  }, options?: CallOptions) => Promise<Schemas['EvaluateResult']>;

  /**
   * Award points for many baskets
   *
   * Evaluates up to 1,000 baskets, at most 5 MiB together and 256 KiB each. Every item gets a result of its own, in the
   * order of the items, with the status, body or problem that it would have had alone; pointers in its problem begin
   * at the item. One bad item does not hold back the others; only a body that is no list of items is refused whole.
   *
   * Items of the same member are evaluated in their order. An item whose `transactionRef` came earlier in the same call is
   * not sent: it gets the same result, with `mismatch: true` when the two differ. For another member it is 409
   * `TRANSACTION_DUPLICATE`.
   *
   * Bulk calls yield to tills and have up to 30 seconds. Items not decided by then have the problem PROCESSING_TIMEOUT.
   * After that, a 503 of the whole call, or a lost connection, send the same references again: none is ever executed twice.
   * A bulk call counts as one request of the rate limit, and each item as one of the environment's items: 60,000 a minute live
   * and 6,000 test, unless its setting `bulkItemsPerMinute` says otherwise. A call beyond it is refused whole with 429.
   *
   * With `Prefer: respond-async` the response is 202 as soon as the baskets are safe. An accepted item has status 202 and
   * the `location` of its result; invalid ones have their problem, and those that are decided already their result.
   *
   * Permission: `transactions:evaluate`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly bulkEvaluateTransactions: (args: {
    readonly body: Schemas['BulkEvaluateBody'];
  }, options?: CallOptions) => Promise<Schemas['BulkEvaluateResults']>;

  /**
   * Try a basket without writing anything
   *
   * The same evaluation as `evaluate`, on the same rules and the member's present state, without any effect: no member is
   * created, no transaction recorded, no counter moved. `pointsBalance` is the balance it would lead to. Test keys only.
   * `_debug` is null when a campaign fired and gave all of its rewards. `drafts` are judged as if they were ACTIVE, and
   * nothing is spent of their budgets; what comes of one carries `draft`, its place among them. One simulation of an
   * environment is decided after the other; one that waits for more than a second gets 503.
   *
   * Permission: `transactions:quote`. Test keys only. The client sends it again when the response is lost.
   */
  readonly simulateTransaction: (args: {
    readonly body: Schemas['SimulateBody'];
  }, options?: CallOptions) => Promise<Schemas['EvaluateResult']>;

  /**
   * Explain what each campaign gives for a basket, or why it does not
   *
   * Judges a basket as `evaluate` would now, and names every ACTIVE campaign: what it gives, or the first check that failed.
   * Where its conditions do not hold, `failed` names the comparisons with what was found. Nothing is written; it is there for test and live keys. `campaignIds` are judged as if they were ACTIVE, and so are
   * `drafts`, of whose budgets nothing is spent; a draft with a `campaignId` stands in for that campaign. Draws are made for
   * a reference that is thrown away: a purchase may have another one. Rules that fire on events give nothing for a basket. For a receipt that is stored
   * already, send its `occurredAt` with its basket, and mind that limits and counts are those of now. It shares the turns of `simulate`: one that waits for
   * more than a second gets 503.
   *
   * Permission: `transactions:quote`. The client sends it again when the response is lost.
   */
  readonly explainTransaction: (args: {
    readonly body: Schemas['ExplainBody'];
  }, options?: CallOptions) => Promise<Schemas['Explanation']>;

  /**
   * Burn points for a discount
   *
   * Takes points from the member and returns the discount that they are worth at the checkout:
   * `discountAmount = floor(points / pointsPerRand) × 100` cents, by the redemption rule of one campaign. The campaign is the one that
   * `campaignId` names, otherwise the active default: the most recently activated one. Either way it must be ACTIVE, in date
   * now, with a redemption rule, and its `storeIds`, `targetSegmentIds`, `minSpend` and `currency` must hold for this member and
   * basket; otherwise it is as if it were not there (404 when none is left). A campaign whose budget is spent counts as not active.
   *
   * **What caps it**, in this order: the balance (only where the rule says `CAP`; otherwise 422), the rule's
   * `maxPointsPerRedemption`, then the tightest of the rule's and the request's `maxDiscountPercentOfBasket` and the basket
   * itself. A cap of the discount takes the fewest points that buy it. `constraintApplied` names the cap that bound. The
   * remaining points must reach the rule's `minPointsPerRedemption` and be worth at least R1. Points beyond those that buy the
   * discount are taken too, unless the rule says `takes: FEWEST`.
   *
   * Safe to repeat: the same `transactionRef` returns the original result. References of `redeem` and of `evaluate` are
   * separate. The balance is never negative: of parallel calls for the same points one succeeds.
   *
   * **The deadline.** A till that gets no response in time may let the customer pay in full. So a request that the engine
   * reaches later than half a second before its caller's deadline is not executed: GET …?operation=redeem then returns
   * `FAILED` with `context.executed: false`. The same reference sent again executes. With `Prefer: respond-async` there is
   * no deadline.
   *
   * Points that expire first are spent first.
   *
   * Permission: `transactions:redeem`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly redeemPoints: (args: {
    readonly body: Schemas['RedeemBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemResult']>;

  /**
   * Take points for a discount that may lapse
   *
   * Takes points as `redeem` does, by the same rules and with the same result, but for a time: a web shop takes them at
   * checkout, captures them when the payment is through, or voids them. What is neither captured nor voided until `expiresAt`
   * (`ttlSeconds` from now) lapses a minute later, some seconds late and never early: its points come back by themselves.
   *
   * The points leave the balance and the discount counts in the campaign's budget at once, so that neither is given twice.
   * Points whose own time has passed cannot be authorized. It is no activity of the member; the capture is one. A member has
   * at most 20 open authorizations (409 `LIMIT_EXCEEDED`).
   *
   * Safe to repeat: the same `transactionRef` returns the original result, also after it was captured, voided or has lapsed.
   * References are those of `redeem`: the same reference in both routes is one redemption, with `Idempotency-Mismatch`. The
   * deadline of `redeem` holds here too: what the engine reaches too late is not executed.
   *
   * Permission: `transactions:redeem`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly authorizeRedemption: (args: {
    readonly body: Schemas['AuthorizeBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemResult']>;

  /**
   * Take an authorized redemption for good
   *
   * The payment went through: the authorized points are taken for good, all of them, once. No points move; it counts as an
   * activity of the member. It can be captured until it has lapsed, also while its member is suspended. An order that became
   * smaller is voided and redeemed anew, or returned in part later.
   *
   * What was voided or has lapsed, and a plain redemption, cannot be captured (409 `INVALID_STATE_TRANSITION`, `context` has
   * `from` and `to`). A redemption that is not decided yet gets 404: send the capture again.
   *
   * Safe to repeat: a second capture of the redemption returns the first. There is no deadline: after a 503, the same call
   * returns the result.
   *
   * Permission: `transactions:redeem`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly captureRedemption: (args: {
    readonly body: Schemas['RedemptionName'];
  }, options?: CallOptions) => Promise<Schemas['CaptureResult']>;

  /**
   * Give the points of a redemption back
   *
   * The payment failed: whatever of the redemption had not come back yet comes back, points and discount. Also of a captured
   * and of a plain redemption, and while its member is suspended, so that one call ends a checkout however far it got. What
   * another credential redeemed or captured is voided within `voidWithinMinutes` of that (setting); later only the credentials
   * that did it may. An open authorization may be voided by any.
   *
   * Points go back to the lots that they came from and keep their own time: what is past it expires at once
   * (`pointsExpired`), because nobody keeps points alive by reserving them. The campaign's budget gets the discount back.
   *
   * Safe to repeat: a second void of the redemption returns the first, and a void of what has lapsed returns the lapse
   * (`reason: EXPIRED`). A redemption that is not decided yet gets 404: send the void again. There is no deadline: after a
   * 503, the same call returns the result.
   *
   * Permission: `transactions:void`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly voidRedemption: (args: {
    readonly body: Schemas['RedemptionName'];
  }, options?: CallOptions) => Promise<Schemas['VoidResult']>;

  /**
   * What came back of a receipt
   *
   * All returns of a receipt, the oldest first, as each was responded to; there are 100 at most. A till that does not know
   * whether a return went through sends it again with the same `returnRef`, and need not look here.
   *
   * Permission: `transactions:read`. The client sends it again when the response is lost.
   */
  readonly listReturns: (args: {
    /** The reference of the receipt. */
    readonly transactionRef: Schemas['Ref'];
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReturnsOfReceipt']>;

  /**
   * Take back what a returned receipt earned
   *
   * The customer brings back a receipt, or a part of it. Of each of its awards stays what the campaign's rule gives for what
   * remains; the other points are reversed. `amount` is what is paid back of the receipt's amount, `whole: true` returns all
   * that is left of it; one of both is required. `products` says which products come back, for awards that are for products.
   * All parts together take exactly what the receipt earned, in whatever order they come. A receipt is judged by what was
   * stored with it, so campaigns that were changed or archived since change nothing.
   *
   * **What stays.** A percentage: of the remaining amount. An award for products: for the units that did not come back;
   * without `products`, the same share of every line counts as returned. Every other award stays whole. Nothing stays of an
   * award once less than the campaign's `minSpend` remains, or nothing at all.
   *
   * **Which points.** Reversed points come from those that the receipt earned, then from the others, those that expire first
   * before the rest; the balance is never negative. `pointsExpired` are those whose own time has passed, `pointsClaimable` those
   * that are out in redeems of before: if such a redeem is voided, lapses or comes back, its points pay them
   * (`pointsDeducted`). `pointsForgiven` are gone for good. By the setting `unrecoveredPoints: DEDUCT_LATER` both are
   * `pointsToDeduct` instead: they are taken from what the member earns next, or gets back, and lower what they can redeem
   * until then. `lifetimePoints`, and with it the tier, fall by all of them.
   *
   * **What hangs on it.** Rewards of an award that does not stay end: issued ones expire, those that wait for a code
   * fail (`RETURNED`); what was redeemed, or had ended before, stays and is named in `rewardsKept`. The receipt's stamp is taken
   * back, but never below an empty card. What was recovered is given back to the budgets of the campaigns; a paused campaign
   * stays paused. Limits of the member get back the points that were recovered, and a time once nothing of the award stays,
   * unless points of the receipt were not recovered or a reward of the award stays. Redeemed points of the receipt come back in the same share, before others are reversed. `return-quote` says all of that before the money is paid out.
   *
   * Safe to repeat: the same `returnRef` returns the original result. References of returns are separate from those of receipts
   * and redeems. At most 100 returns of a receipt; suspended members' receipts are returned too. A receipt that is not decided
   * yet gets 404: send the return again. There is no deadline: after a 503, the same `returnRef` sent again returns the
   * result.
   *
   * Permission: `transactions:return`. The client sends it again when the response is lost, if the body has its `returnRef`.
   */
  readonly returnPurchase: (args: {
    readonly body: Schemas['ReturnBody'];
  }, options?: CallOptions) => Promise<Schemas['ReturnResult']>;

  /**
   * Take back what many returned receipts earned
   *
   * Up to 1,000 returns, each as `returns` takes it alone, such as those of a night. Every item gets a result of its own, in
   * the order of the items, with the status, body or problem that it would have had alone; pointers in its problem begin at
   * the item. A refusal is that item's alone: an item whose receipt is not decided yet has the problem
   * `TRANSACTION_NOT_FOUND`, is kept nowhere, and may be sent again.
   *
   * Returns of the same receipt are decided in their order. An item whose `returnRef` came earlier in the same call is not
   * sent: it gets the same result, with `mismatch: true` when the two differ. For a receipt of another member it is 409
   * `TRANSACTION_DUPLICATE`.
   *
   * Bulk calls yield to tills and have up to 30 seconds. Items not decided by then have the problem PROCESSING_TIMEOUT.
   * After that, a 503 of the whole call, or a lost connection, send the same references again: none is ever executed twice.
   * A call counts as one request of the rate limit, and each item as one of the environment's items, together with those
   * of `evaluate/bulk`. A call beyond it is refused whole with 429.
   *
   * With `Prefer: respond-async` the response is 202 as soon as the returns are safe. An accepted item has status 202 and
   * the `location` of its result; the others have their problem, or the result that there is already.
   *
   * Permission: `transactions:return`. The client sends it again when the response is lost, if the body has its `returnRef`.
   */
  readonly bulkReturn: (args: {
    readonly body: Schemas['BulkReturnBody'];
  }, options?: CallOptions) => Promise<Schemas['BulkReturnResults']>;

  /**
   * Preview a return
   *
   * The same decision as `returns` on the present state, without any effect; it refuses what `returns` would refuse. So the
   * till knows before it pays out which points are forgiven or deducted later, and which rewards end. The state may have
   * changed by the time of the return.
   *
   * Permission: `transactions:quote`. The client sends it again when the response is lost.
   */
  readonly quoteReturn: (args: {
    readonly body: Schemas['ReturnQuoteBody'];
  }, options?: CallOptions) => Promise<Schemas['ReturnQuote']>;

  /**
   * Preview a redeem
   *
   * The same decision as `redeem` on the member's present balance, without any effect; it refuses what `redeem` would
   * refuse. The balance may have changed by the time of the redeem.
   *
   * Permission: `transactions:quote`. The client sends it again when the response is lost.
   */
  readonly quoteRedemption: (args: {
    readonly body: Schemas['RedeemQuoteBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemQuote']>;

  /**
   * How many points are worth R1 now
   *
   * The rate of the campaign that `campaignId` names, otherwise of the active default. Both fields are null where there is
   * none, or where it is not ACTIVE, in date and within its budget. No store, member or basket is named here, so a campaign that
   * is for some stores, segments or larger baskets only, or for another currency than ZAR, is no default; of a named campaign
   * these are not judged. `redeem-quote` judges all.
   *
   * Permission: `transactions:quote`. The client sends it again when the response is lost.
   */
  readonly getBurnRate: (args?: {
    /** The campaign whose rate is asked for; the active default without it. */
    readonly campaignId?: Schemas['Uuid'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['BurnRate']>;

  /**
   * Get the result of a transaction by a query
   *
   * The same as `GET …/transactions/{transactionRef}`, for references that a path cannot end in: `evaluate`, `simulate`, `explain`,
   * `redeem`, `redeem-quote`, `burn-rate`, `returns` and `refused`, which are routes, and `.` and `..`, which clients take out of a
   * path. In a path a `/` of a reference is written `%2F`; here it may stand as it is.
   *
   * Or by `transactionId`, instead of the reference: the id that responses, events and ledger entries name. It finds every
   * decided transaction, of any operation, and none that was given up.
   *
   * Permission: `transactions:read`. The client sends it again when the response is lost.
   */
  readonly findTransaction: (args?: {
    /** The caller's reference of the transaction. Either this or `transactionId` is required. */
    readonly transactionRef?: string | undefined;
    /**
     * The id of the transaction; `operation` is not looked at then. Either this or `transactionRef` is required.
     */
    readonly transactionId?: Schemas['Uuid'] | undefined;
    /** The kind of operation that the reference belongs to; each kind has references of its own. */
    readonly operation?: Schemas['RequestOperation'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['TransactionOutcome']>;

  /**
   * List what was refused while nobody waited
   *
   * Receipts of streams, and requests sent with `respond-async`, that had no effect, newest first: refused, given up
   * (`PROCESSING_FAILED`), or repeats of a reference with another content (`TRANSACTION_DUPLICATE`, whatever
   * `rejectMismatch` says). Each reference is listed once, with what came of it last. Kept for 24 hours, the newest
   * 100,000. A reference that was sent again since, and stored, stays listed.
   *
   * With `code` a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null is the end.
   *
   * Permission: `transactions:read`. The client sends it again when the response is lost.
   */
  readonly listRefusedTransactions: (args?: {
    /** Only what was refused at this time or later; a plain date is the start of that UTC day. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Only what was refused with this code. */
    readonly code?: string | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RefusedTransactionList']>;

  /**
   * Get the result of a transaction
   *
   * The stored result of a reference, byte for byte as in the first response. Not decided yet, or never seen: 404 with
   * `Retry-After: 1`. Given up by the engine, or sent with `respond-async` and refused: 200 with state FAILED and the
   * problem, for 24 hours; nothing was written then, and the same reference may be sent again.
   *
   * Permission: `transactions:read`. The client sends it again when the response is lost.
   */
  readonly getTransaction: (args: {
    /** The caller's reference of the transaction. */
    readonly transactionRef: string;
    /** The kind of operation that the reference belongs to; each kind has references of its own. */
    readonly operation?: Schemas['RequestOperation'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['TransactionOutcome']>;

  /**
   * List campaigns
   *
   * Campaigns of the environment, newest first, archived ones included unless `state` says otherwise. A page ends after `limit`
   * campaigns, or with the campaign that exceeds 4 MiB. It may be short, or with `state` even empty, and still have a `nextCursor`:
   * only a `nextCursor` of null is the end.
   *
   * Permission: `campaigns:read`. The client sends it again when the response is lost.
   */
  readonly listCampaigns: (args?: {
    /** Only campaigns in this state. */
    readonly state?: Schemas['CampaignState'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['CampaignList']>;

  /**
   * Create a campaign
   *
   * Creates a campaign in state DRAFT; activate it to let it fire. `name` and `earningRule` are required. The
   * examples show every kind of earning rule with what it awards.
   *
   * Permission: `campaigns:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createCampaign: (args: {
    readonly body: Schemas['CampaignCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Get a campaign
   *
   * One campaign with its full earning and redemption rules.
   *
   * Permission: `campaigns:read`. The client sends it again when the response is lost.
   */
  readonly getCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Change a campaign
   *
   * Changes the fields that are given and leaves the others; `null` clears an optional field. `earningRule`,
   * `redemptionRule`, `conditions`, `earnOn` and `limits` are replaced whole. Allowed also while ACTIVE or PAUSED, where it needs `campaigns:run` too; not when ARCHIVED. Setting `maxBudgetCents` to no
   * more than `spentCents` pauses an ACTIVE campaign at once.
   *
   * Permission: `campaigns:write`. The client sends it again when the response is lost.
   */
  readonly updateCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
    readonly body: Schemas['CampaignUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Archive a campaign
   *
   * From DRAFT, ACTIVE or PAUSED to ARCHIVED, for good. Archiving an archived campaign returns 200 with the record.
   *
   * Permission: `campaigns:run`. The client sends it again when the response is lost.
   */
  readonly archiveCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Activate a draft
   *
   * From DRAFT to ACTIVE: evaluate matches it from now on, and `activatedAt` is set. Already ACTIVE: 200 with the
   * record. From PAUSED use `resume`.
   *
   * Permission: `campaigns:run`. The client sends it again when the response is lost.
   */
  readonly activateCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Pause an active campaign
   *
   * From ACTIVE to PAUSED: evaluate skips it. Already PAUSED: 200 with the record.
   *
   * Permission: `campaigns:run`. The client sends it again when the response is lost.
   */
  readonly pauseCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Resume a paused campaign
   *
   * From PAUSED to ACTIVE; `activatedAt` stays. Already ACTIVE: 200 with the record. A campaign whose budget is spent
   * is refused with 409 and `context.reason` BUDGET_EXHAUSTED until its budget is raised.
   *
   * Permission: `campaigns:run`. The client sends it again when the response is lost.
   */
  readonly resumeCampaign: (args: {
    /** The campaign's UUID; anything else is an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * List or find members
   *
   * Members of the environment, newest first. Filters are combined with AND. With a filter a page may be short, or even empty, and
   * still have a `nextCursor`: only a `nextCursor` of null is the end.
   *
   * Without `members:read` only `ref` alone is allowed, and the profile is null as in `getMember`.
   *
   * Permission: `members:find`. The client sends it again when the response is lost.
   */
  readonly listMembers: (args?: {
    /** Only the member with exactly this externalRef; nobody who was erased. */
    readonly ref?: Schemas['Ref'] | undefined;
    /**
     * Only members with exactly this telephone number. Blanks, dots, hyphens and parentheses do not count, and a leading 00 is a
     * plus. With the environment's setting `phoneCountry` a number without a plus is one of that country: `0825550142` finds
     * `+27 82 555 0142` and the other way round. Without it, such a number finds those that are stored without a plus. A number
     * need not be unique. A leading plus that is not encoded as `%2B` is understood.
     */
    readonly phone?: string | undefined;
    /** Only members with exactly this e-mail address; case does not count. An address need not be unique. */
    readonly email?: string | undefined;
    /**
     * Only members whose externalRef, name, e-mail address or telephone number contains this text. Case and accents do not
     * count, nor what stands between the digits of a number; every other character stands for itself, `%` and `_` too. A part
     * of a number may be national or international, as in `phone`.
     */
    readonly search?: string | undefined;
    /** Only members in this state. */
    readonly state?: Schemas['MemberState'] | undefined;
    /** Only members of this tier. */
    readonly tierId?: string | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberList']>;

  /**
   * Enrol a member
   *
   * Enrols a member before their first purchase, and emits `member.enrolled`. A member who exists is returned unchanged with
   * 200: PATCH changes them.
   *
   * Permission: `members:write`. The client sends it again when the response is lost.
   */
  readonly createMember: (args: {
    readonly body: Schemas['MemberCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Get a member
   *
   * One member by its internal id, with balance, tier and state. Without `members:read`, `name`, `email`, `phone` and
   * `stateReason` are null.
   *
   * Permission: `members:find`. The client sends it again when the response is lost.
   */
  readonly getMember: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Change a member's profile
   *
   * Changes the fields that are given and leaves the others; `null` clears one. Neither e-mail address nor telephone number need be unique.
   *
   * Permission: `members:write`. The client sends it again when the response is lost.
   */
  readonly updateMember: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['MemberUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Erase a member
   *
   * Removes everything that names the member: reference, name, e-mail address and telephone number become placeholders that
   * lead back to nobody, and the payloads of their events are removed. The ledger and the totals stay. It cannot be undone:
   * every later request with their reference is refused with 403 MEMBER_ERASED. Large tables such as events are scrubbed
   * within a minute; messages on topics and dead letters end within 29 days. A repeat gets the same response. 200 means that the erasure
   * also survives a database that loses its last changes; until that is known the response is 503 WRITE_UNCONFIRMED.
   *
   * Permission: `members:erase`. The client sends it again when the response is lost.
   */
  readonly eraseMember: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['ErasedMember']>;

  /**
   * List a member's ledger
   *
   * Every movement of the member's points, newest first. Entries are never changed or deleted; their points add up to
   * the balance. With a filter a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null
   * is the end.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listLedgerEntries: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** Only entries of this type. */
    readonly type?: Schemas['LedgerType'] | undefined;
    /** Only entries of this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Only entries of this time or earlier; a plain date is the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['LedgerEntryList']>;

  /**
   * List a member's transactions
   *
   * Baskets, redemptions and events of the member that were decided, newest first, those that moved no points included. Each
   * is as `GET …/transactions/{transactionRef}` returns it, without its `campaigns` unless `expand` asks for them. A page
   * may be short and still have a `nextCursor`.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listMemberTransactions: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** Only transactions of this kind. */
    readonly operation?: Schemas['TransactionOperation'] | undefined;
    /** Only transactions that were decided at this time or later. */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * Only transactions that were decided at this time or earlier; a plain date is the end of that UTC day.
     */
    readonly to?: Schemas['Instant'] | undefined;
    /** With `campaigns`, each transaction has its `campaigns` too. */
    readonly expand?: Schemas['TransactionExpansion'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberTransactionList']>;

  /**
   * Give or take points
   *
   * Changes a member's balance by hand, with an ADJUST entry; suspended members too. `lifetimePoints`, and with it the tier,
   * stays. Points that are given never expire unless `expiresAt` says when; points that are taken come from those that
   * expire first. With a `ref` it is executed once, however often you send it. Without one each call is an adjustment of its
   * own: after a 503 or a lost connection look at the member's ledger before you send it again. The settings `adjustedPointsPerDay`
   * and `totalAdjustedPointsPerDay` cap what one credential, and what all of them, give on a UTC day.
   *
   * Permission: `points:adjust`. The client sends it again when the response is lost, if the body has its `ref`.
   */
  readonly adjustPoints: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['AdjustPointsBody'];
  }, options?: CallOptions) => Promise<Schemas['Adjustment']>;

  /**
   * List a member's points by when they expire
   *
   * The points that expire within so many days, those that expire first come first. Points whose time has come are on the
   * balance, can be redeemed and are listed until the nightly job has taken them.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listExpiringPoints: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** How many days from now to include. */
    readonly within?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ExpiringPointsList']>;

  /**
   * List a member's points that wait
   *
   * Points of receipts under a campaign with `pendingDays`, those that mature first come first. They are on no balance and in
   * no tier. One whose time has come matures within a minute or two. A receipt may be listed more than once: with each time
   * and expiry of its points.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listPendingPoints: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['PendingPointsList']>;

  /**
   * Suspend a member
   *
   * From active to suspended: evaluate responds 403 MEMBER_SUSPENDED from now on. Already suspended: 200 with the record.
   * The body may be left out; a `reason` in it is shown as `stateReason` until the next change.
   *
   * Permission: `members:suspend`. The client sends it again when the response is lost.
   */
  readonly suspendMember: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    readonly body?: Schemas['MemberActionBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Reinstate a suspended member
   *
   * From suspended to active: the member earns again. Already active: 200 with the record. The body may be left out; a
   * `reason` in it is shown as `stateReason` until the next change.
   *
   * Permission: `members:suspend`. The client sends it again when the response is lost.
   */
  readonly reinstateMember: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    readonly body?: Schemas['MemberActionBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * List a member's stamp cards
   *
   * One card for each ACTIVE campaign of type STAMP_CARD, in the order they were activated, also where the member has no
   * stamp yet; of PAUSED ones only those on which the member has collected.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listStampCards: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['StampCardList']>;

  /**
   * List what limits leave a member
   *
   * The limits per member of ACTIVE campaigns, by campaign in the order of activation, in the local periods of now (`timeZone`, UTC
   * without one). A receipt that happened before counts in its own period.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listMemberLimits: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['MemberLimitList']>;

  /**
   * List a member's open authorizations
   *
   * Redemptions that were authorized, and neither captured nor voided, and that have not lapsed: 20 at most. What ends first
   * comes first. Their points are not in the balance.
   *
   * Permission: `transactions:read`. The client sends it again when the response is lost.
   */
  readonly listOpenAuthorizations: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['OpenAuthorizationList']>;

  /**
   * List a member's rewards
   *
   * The rewards that campaigns and tiers gave to the member, newest first, with their codes once they are issued.
   *
   * Permission: `rewards:read`. The client sends it again when the response is lost.
   */
  readonly listMemberRewards: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** Only rewards in this state. */
    readonly state?: Schemas['RewardState'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RewardList']>;

  /**
   * Get a member's purchase statistics
   *
   * Spending and number of purchases, in all and in windows of whole UTC days that end today, by when each was bought. A
   * purchase is a receipt that was processed by `evaluate`, one by one, in bulk or streamed; amounts of all currencies are
   * added at face value. Then how often the member has visited under each campaign of type VISIT_FIXED, archived ones too.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly getMemberStatistics: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['MemberStatistics']>;

  /**
   * List a member's segments
   *
   * The segments that the member is in now, last entered first. A DYNAMIC segment follows the member's activity within
   * seconds.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listMemberSegments: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberSegmentList']>;

  /**
   * List a member's consents
   *
   * The member's consents and withdrawals, newest first. `current` has the one that counts now for each purpose and channel,
   * which is the record with the newest `grantedAt`, whenever it was entered.
   *
   * Permission: `members:read`. The client sends it again when the response is lost.
   */
  readonly listConsents: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ConsentList']>;

  /**
   * Record a consent or its withdrawal
   *
   * Adds a record; none is ever changed. Name the member by `memberId` or `memberRef`; where both are given they must be of
   * one member. It enrols nobody.
   *
   * Permission: `members:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly recordConsent: (args: {
    readonly body: Schemas['ConsentBody'];
  }, options?: CallOptions) => Promise<Schemas['Consent']>;

  /**
   * List or find rewards
   *
   * Rewards of the environment, newest first. Filters are combined with AND. With a filter a page may be short, or even empty, and
   * still have a `nextCursor`: only a `nextCursor` of null is the end. A till that reads a code finds its reward by `code`: `code`
   * alone needs `rewards:find`, as a till has it, and anything else `rewards:read` too.
   *
   * Permission: `rewards:find`. The client sends it again when the response is lost.
   */
  readonly listRewards: (args?: {
    /**
     * Only the reward with exactly this code. Codes of the built-in generator are found in any spelling, without dashes or in
     * lower case; a mistyped code finds none.
     */
    readonly code?: string | undefined;
    /** Only rewards of this member. */
    readonly memberId?: string | undefined;
    /** Only rewards in this state. */
    readonly state?: Schemas['RewardState'] | undefined;
    /** Only rewards of this kind. */
    readonly rewardType?: Schemas['RewardType'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RewardList']>;

  /**
   * Get a reward
   *
   * The reward, with its code once it is issued.
   *
   * Permission: `rewards:read`. The client sends it again when the response is lost.
   */
  readonly getReward: (args: {
    /** The reward's UUID; anything else is an unknown reward (404). */
    readonly rewardId: string;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Redeem a reward
   *
   * From ISSUED to REDEEMED, once, before it expires: judged when the call arrives. Name the receipt in `transactionRef`, so
   * that two tills with the same code cannot both give its value. The same reference gets 200 again. Another one, or one
   * where the reward was redeemed without any, gets 409 with the time and the receipt of the redemption.
   *
   * The body may be left out. A reward that is already REDEEMED then gets 200, whichever call redeemed it; the header
   * `Idempotent-Replayed` says that this call did not. With the setting `rewardRedeemNeedsRef` the receipt is required (400).
   *
   * Permission: `rewards:redeem`. The client sends it again when the response is lost, if the body has its `transactionRef`.
   */
  readonly redeemReward: (args: {
    /** The reward's UUID; anything else is an unknown reward (404). */
    readonly rewardId: string;
    readonly body?: Schemas['RedeemRewardBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Expire a reward
   *
   * From ISSUED to EXPIRED, before its time. Already EXPIRED: 200 with the record.
   *
   * Permission: `rewards:write`. The client sends it again when the response is lost.
   */
  readonly expireReward: (args: {
    /** The reward's UUID; anything else is an unknown reward (404). */
    readonly rewardId: string;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Have a failed reward fulfilled again
   *
   * From FAILED back to PENDING_FULFILMENT, with `attempts` at 0: its provider is asked again. A reward of an erased member is refused with
   * 409 and `context.reason` MEMBER_ERASED.
   *
   * Permission: `rewards:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly retryReward: (args: {
    /** The reward's UUID; anything else is an unknown reward (404). */
    readonly rewardId: string;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * List pools of codes
   *
   * The pools of bought codes from which rewards get theirs, by name, with how many codes are left. They come whole.
   *
   * Permission: `code-pools:read`. The client sends it again when the response is lost.
   */
  readonly listCodePools: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['CodePoolList']>;

  /**
   * Make or change a pool of codes
   *
   * Makes the pool of this name where there is none, and says from which number on it is low: `isLow` is then shown, and an operator
   * is alerted. The name has 1 to 64 characters and no slash; HTTP providers have names of the same kind, and a pool takes none of theirs,
   * nor `generator`. Rewards take codes from it once the setting `rewardProviders` names it.
   *
   * Permission: `code-pools:write`. The client sends it again when the response is lost.
   */
  readonly putCodePool: (args: {
    /** The name of the pool, encoded as a URL asks for. */
    readonly poolName: string;
    readonly body: Schemas['CodePoolBody'];
  }, options?: CallOptions) => Promise<Schemas['CodePool']>;

  /**
   * Add codes to a pool
   *
   * Puts up to 1,000 codes behind those that the pool has; rewards get them in this order. A code that came twice, that is in a pool
   * of the environment already, or that was given before is passed over and counts as a duplicate, so a call may be repeated. What is
   * no code is rejected, with its place and why, and the others are added. Codes appear in no log.
   *
   * All pools of an environment together have at most 10,000,000 codes left (409 `LIMIT_EXCEEDED`).
   *
   * Permission: `code-pools:write`. The client sends it again when the response is lost.
   */
  readonly addPoolCodes: (args: {
    /** The name of the pool, encoded as a URL asks for. */
    readonly poolName: string;
    readonly body: Schemas['AddCodesBody'];
  }, options?: CallOptions) => Promise<Schemas['AddedCodes']>;

  /**
   * List the sources of codes
   *
   * What the setting `rewardProviders` may name, by name: the generator, pools of codes, and HTTP services. HTTP services are
   * set up by the operator, with `loyaltyctl`; of their address the origin is shown.
   *
   * Permission: `settings:read`. The client sends it again when the response is lost.
   */
  readonly listRewardProviders: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['RewardProviderList']>;

  /**
   * List tiers
   *
   * All tiers in the order of `sortOrder`. Without `limit` they come whole.
   *
   * Permission: `tiers:read`. The client sends it again when the response is lost.
   */
  readonly listTiers: (args?: {
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
     * as far as that, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['TierList']>;

  /**
   * Create a tier
   *
   * A member is in the tier with the greatest `minLifetimePoints` that their `lifetimePoints` reach; no two tiers may have
   * the same. Reads show the new tier at once, and the next evaluate sees it. `member.tier_changed` follows for each member
   * concerned, in the background: see `GET …/tiers/retiering`.
   *
   * Permission: `tiers:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createTier: (args: {
    readonly body: Schemas['TierCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Tier']>;

  /**
   * Get the progress of retiering
   *
   * A change of thresholds moves members to other tiers. Reads show it at once; a run over all members publishes
   * `member.tier_changed` for each of them. This is the progress of the newest run.
   *
   * Permission: `tiers:read`. The client sends it again when the response is lost.
   */
  readonly getRetiering: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['Retiering']>;

  /**
   * Change a tier
   *
   * Changes the fields that are given and leaves the others; `null` removes the badge. `benefits` is replaced whole. Another threshold moves members as a new tier does.
   *
   * Permission: `tiers:write`. The client sends it again when the response is lost.
   */
  readonly updateTier: (args: {
    /** The tier's UUID; anything else is an unknown tier (404). */
    readonly tierId: string;
    readonly body: Schemas['TierUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Tier']>;

  /**
   * Delete a tier
   *
   * A tier in which there are members is deleted only with `force=true`: they are then in the next lower one, or in none.
   * Campaigns that were exclusive to it are open to everybody, unless another tier names them too. The response does not
   * list them: its `EXCLUSIVE_CAMPAIGN` benefits name them before.
   *
   * Permission: `tiers:write`. The client sends it again when the response is lost.
   */
  readonly deleteTier: (args: {
    /** The tier's UUID; anything else is an unknown tier (404). */
    readonly tierId: string;
    /** `true`: also when there are members in the tier. */
    readonly force?: boolean | undefined;
    /** As in the body of a change. Deleting a tier moves no member up, so it gives no rewards. */
    readonly grantFreeRewards?: boolean | undefined;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * List segments
   *
   * All segments of both types, newest first. Without `limit` they come whole.
   *
   * Permission: `segments:read`. The client sends it again when the response is lost.
   */
  readonly listSegments: (args?: {
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
     * as far as that, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['SegmentList']>;

  /**
   * Create a segment
   *
   * STATIC: members are added and removed one by one; there are no `rules`. DYNAMIC: `rules` say who belongs; they are
   * required, and a refresh is queued. Until it ends, only members with new activity are in the segment.
   *
   * Permission: `segments:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createSegment: (args: {
    readonly body: Schemas['SegmentCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Try the rules of a segment
   *
   * Counts the members who meet these rules now, and names some of them; nothing is stored. The count is exact or there is
   * none: where it takes longer than 4 seconds, or while another preview of this environment runs, the response is 503
   * `PROCESSING_TIMEOUT`. Then create the segment and refresh it.
   *
   * Permission: `segments:read`. The client sends it again when the response is lost.
   */
  readonly previewSegment: (args: {
    readonly body: Schemas['SegmentPreviewBody'];
  }, options?: CallOptions) => Promise<Schemas['SegmentPreview']>;

  /**
   * Refresh all DYNAMIC segments
   *
   * Queues a refresh of every DYNAMIC segment; `lastRefreshedAt` of each is the start of its newest completed refresh.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly refreshSegments: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['SegmentsQueued']>;

  /**
   * Get a segment
   *
   * One segment with its rules and the number of its members.
   *
   * Permission: `segments:read`. The client sends it again when the response is lost.
   */
  readonly getSegment: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Change a segment
   *
   * Changes the name, the description, or the rules of a DYNAMIC segment; `rules` is replaced whole. The type stays. New
   * rules queue a refresh; until it ends, members without new activity stay as they are.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly updateSegment: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
    readonly body: Schemas['SegmentUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Delete a segment
   *
   * Removes the segment and its memberships. **Campaigns that target it and no other segment that exists are open to every
   * member from then on.** The response does not list them: look for its id in the `targetSegmentIds` of `GET /campaigns`
   * first.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly deleteSegment: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * Refresh a DYNAMIC segment
   *
   * Computes the segment again and returns the changes. It waits up to 25 seconds for a refresh that began after the call.
   * After that the response is 503 `PROCESSING_TIMEOUT` and the refresh continues: the same call waits for the running one
   * or the next.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly refreshSegment: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<Schemas['SegmentRefresh']>;

  /**
   * List the members of a segment
   *
   * The members with their balances, last added first.
   *
   * Permission: `segments:read`. The client sends it again when the response is lost.
   */
  readonly listSegmentMembers: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['SegmentMemberList']>;

  /**
   * Add members to a STATIC segment
   *
   * Adds all of them or none: an unknown member gets 404, an erased one 403. Members who are already in the segment do not
   * count in `added`. The next evaluate of these members sees it. After a 503 some may have been added: send the call again.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly addSegmentMembers: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
    readonly body: Schemas['SegmentMembersBody'];
  }, options?: CallOptions) => Promise<Schemas['SegmentMembersAdded']>;

  /**
   * Remove a member from a STATIC segment
   *
   * The member is not in the segment from then on; 204 also when they were not before.
   *
   * Permission: `segments:write`. The client sends it again when the response is lost.
   */
  readonly removeSegmentMember: (args: {
    /** The segment's UUID; anything else is an unknown segment (404). */
    readonly segmentId: string;
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * List event definitions
   *
   * All definitions of the environment, archived ones included, newest first. Without `limit` they come whole.
   *
   * Permission: `event-definitions:read`. The client sends it again when the response is lost.
   */
  readonly listEventDefinitions: (args?: {
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
     * as far as that, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['EventDefinitionList']>;

  /**
   * Define an event
   *
   * Defines the key of an event, its payload, and the field that names the member. Events with this key are accepted as soon
   * as this call returns.
   *
   * `properties` is a JSON Schema document of the payload, or just its map of properties. It is read as a document
   * when it has a keyword that no map of properties can have, such as `type: object`, or `properties` of its own.
   *
   * The payload is validated with the keywords of JSON Schema 2020-12 for values: `type`, `enum`, `const`, `properties`,
   * `required`, `additionalProperties`, `patternProperties`, `propertyNames`, `dependentRequired`,
   * `dependentSchemas`, `items`, `prefixItems`, `contains`, the bounds (`minimum`, `maxLength`, `maxItems` …),
   * `multipleOf`, `uniqueItems`, `pattern`, `format` (`date`, `time`, `date-time`, `duration`, `email`, `hostname`,
   * `ipv4`, `ipv6`, `uri`, `uuid`), `allOf`, `anyOf`, `oneOf`, `not`, `if`, `then`, `else`, and `$ref` to a place in the
   * same document. Titles, descriptions, examples and `x-…` keywords are kept and not judged; any other keyword is
   * refused, rather than left out in silence.
   *
   * A definition must not cost more than it is worth: at most 64 KiB, 1,000 values once references are put in, 20
   * levels, no reference that leads back to itself or elsewhere. Patterns are those of RE2, which need time in
   * proportion to the text: no look-around and no back-references.
   *
   * Permission: `event-definitions:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createEventDefinition: (args: {
    readonly body: Schemas['EventDefinitionCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Change the definition that the body names
   *
   * As a PATCH of `/event-definitions/{eventKey}`, with the key in the body. Use that one: this one is deprecated, and its
   * responses carry `Deprecation` and `Sunset`.
   *
   * Permission: `event-definitions:write`. The client sends it again when the response is lost.
   *
   * @deprecated since 2026-11-20; it may be gone from 2027-12-20 on.
   */
  readonly updateEventDefinitionByKey: (args: {
    readonly body: Schemas['EventDefinitionUpdateByKeyBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Get an event definition
   *
   * One definition by its key, as it is now.
   *
   * Permission: `event-definitions:read`. The client sends it again when the response is lost.
   */
  readonly getEventDefinition: (args: {
    /** The key of the event definition; anything else is an unknown definition (404). */
    readonly eventKey: string;
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Change an event definition
   *
   * Changes the fields that are given and leaves the others; `properties` is replaced whole. Only a change of `properties`
   * raises `version`. An event that is sent after the response is judged by the new definition. `state` ARCHIVED stops the
   * acceptance of events, ACTIVE resumes it.
   *
   * Permission: `event-definitions:write`. The client sends it again when the response is lost.
   */
  readonly updateEventDefinition: (args: {
    /** The key of the event definition; anything else is an unknown definition (404). */
    readonly eventKey: string;
    readonly body: Schemas['EventDefinitionUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * The feed of events
   *
   * Events that were processed, newest first. Lifecycle events without a definition have the key `lifecycle.` and their
   * type in lower case. Filters are combined with AND. A page ends with the payload that exceeds 4 MiB. With both filters it
   * may be short, or even empty. Only a `nextCursor` of null is the end.
   *
   * Permission: `events:read`. The client sends it again when the response is lost.
   */
  readonly listEvents: (args?: {
    /** Only events with this key. */
    readonly eventKey?: string | undefined;
    /** Only events of this member. */
    readonly memberId?: string | undefined;
    /** Only events of the member with exactly this externalRef; none of one who was erased. */
    readonly memberRef?: Schemas['Ref'] | undefined;
    /**
     * `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['EventList']>;

  /**
   * Submit an event
   *
   * Validates the payload by its definition, finds the member in the field that `identityProperty` names (created when
   * it is new), and fires the campaigns that the event meets: stamps, EVENT_TRIGGER, and the rules for the definition's
   * `lifecycleType`. All in one call.
   *
   * Safe to repeat: the same `ref` returns the original result, even if the definition has changed since. A refused event
   * does not use up its reference. References of events are their own: the same text on `evaluate` is another.
   *
   * With `Prefer: respond-async` the event is accepted with 202 once its payload was found valid; get the result at the
   * `Location`.
   *
   * **A worked example.** A STAMP_CARD campaign of 10 stamps with `triggerEventKey: fuel.purchase` gives one stamp for
   * each such event; an EVENT_TRIGGER campaign on `litres` ≥ 40 with `reward: {points: 50}` awards 50 for 41.5 litres.
   *
   * Permission: `events:submit`. The client sends it again when the response is lost, if the body has its `ref`.
   */
  readonly submitEvent: (args: {
    readonly body: Schemas['EventBody'];
  }, options?: CallOptions) => Promise<Schemas['EventResult']>;

  /**
   * Submit a lifecycle event of a member
   *
   * Fires SIGNUP_BONUS, ON_DEMAND and REFERRAL_BONUS for a member who exists. Test keys only; in production the
   * `lifecycleType` of a custom event does the same. Without `ref` the event gets a reference of its own, and cannot be
   * repeated safely. With `eventKey` it also counts as that custom event, and `payload` must be valid by its definition.
   *
   * Permission: `events:submit`. Test keys only. The client sends it again when the response is lost, if the body has its `ref`.
   */
  readonly submitLifecycleEvent: (args: {
    /** The member's internal UUID; anything else is an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['LifecycleEventBody'];
  }, options?: CallOptions) => Promise<Schemas['EventResult']>;

  /**
   * List webhooks
   *
   * The webhooks of the environment, newest first. Without `limit` they come whole.
   *
   * Permission: `webhooks:read`. The client sends it again when the response is lost.
   */
  readonly listWebhooks: (args?: {
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
     * as far as that, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['WebhookList']>;

  /**
   * Register a webhook
   *
   * Registers an endpoint of yours that receives events. An environment has 100 webhooks at most.
   *
   * The `url` names a public host by its domain name, or by an address in its usual notation. Names are not looked up now: a
   * name with an address that is not public, without any, or with more than 16, fails with `DNS_FAILED` at each delivery.
   * The server must speak TLS 1.3, or 1.2 with ECDHE. In live environments it begins with `https://`, unless the operator
   * allows `http://`. The port is 80, 443, or one from 1024 that no well-known service other than HTTP has. Redirects are
   * not followed.
   *
   * Without a `secret` one is made, and this response alone shows it: store it at once. If the response is lost, delete the
   * webhook and register it again. A `secret` of yours is never shown. Either is stored encrypted.
   *
   * Permission: `webhooks:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createWebhook: (args: {
    readonly body: Schemas['WebhookCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Get a webhook
   *
   * One webhook as it is now, without its secret.
   *
   * Permission: `webhooks:read`. The client sends it again when the response is lost.
   */
  readonly getWebhook: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Change a webhook, or enable it again
   *
   * Changes the fields that are given and leaves the others. A webhook that was disabled because its deliveries failed is ACTIVE
   * again after any PATCH, its failures forgotten, unless `status` says `DISABLED`. One that you disabled yourself is ACTIVE again
   * when `status` says so.
   *
   * A new `secret` is one of yours, so that the same PATCH may be sent again, and changes nothing then. It signs
   * `X-Loyalty-Signature` at once. For 24 hours `webhook-signature` carries a signature of the previous secret beside that of the
   * new one.
   *
   * Permission: `webhooks:write`. The client sends it again when the response is lost.
   */
  readonly updateWebhook: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    readonly body: Schemas['WebhookUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Delete a webhook
   *
   * The webhook gets no new deliveries. Running deliveries and those to be retried end with its last URL and secret; with
   * `drop=true` nothing more is sent.
   *
   * Permission: `webhooks:write`. The client sends it again when the response is lost.
   */
  readonly deleteWebhook: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    /** `true`: unfinished deliveries are given up, except for running ones. */
    readonly drop?: boolean | undefined;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * Send a test event
   *
   * Sends one `webhook.test` to the endpoint, once, whatever it subscribes to, also while it is DISABLED. The result does
   * not count towards disabling; see the list of deliveries. Ten a minute for each webhook.
   *
   * Permission: `webhooks:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly testWebhook: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
  }, options?: CallOptions) => Promise<Schemas['TestDelivery']>;

  /**
   * List deliveries
   *
   * The deliveries to the endpoint, newest first by the time of the event, or of the replay. Filters are combined with AND.
   * With a filter a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null is the end.
   * Deliveries are kept for 30 days, unless the operator says otherwise.
   *
   * Permission: `webhooks:read`. The client sends it again when the response is lost.
   */
  readonly listDeliveries: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    /** Only deliveries in this status. */
    readonly status?: Schemas['DeliveryStatus'] | undefined;
    /** Only deliveries of events of this type. */
    readonly event?: string | undefined;
    /** Only deliveries of this event. */
    readonly eventId?: Schemas['Uuid'] | undefined;
    /** Only deliveries of this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Only deliveries of this time or earlier; a plain date is the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['DeliveryList']>;

  /**
   * Get a delivery with its body
   *
   * One delivery, as the list shows it, and its `body`: what each of its attempts sends.
   *
   * Permission: `webhooks:read`. The client sends it again when the response is lost.
   */
  readonly getDelivery: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    /** The delivery's UUID; anything else is an unknown delivery (404). */
    readonly deliveryId: string;
  }, options?: CallOptions) => Promise<Schemas['Delivery']>;

  /**
   * Replay a delivery
   *
   * Sends the event of a finished delivery once more, as a delivery with another `deliveryId`, the same event `id` and a
   * schedule of its own. 409 while the delivery is not finished, while the webhook is DISABLED, and after its member was
   * erased.
   *
   * Permission: `webhooks:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly replayDelivery: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    /** The delivery's UUID; anything else is an unknown delivery (404). */
    readonly deliveryId: string;
  }, options?: CallOptions) => Promise<Schemas['ReplayedDelivery']>;

  /**
   * List replays of ranges
   *
   * The requested replays of ranges with their progress, newest first. They are kept as long as deliveries.
   *
   * Permission: `webhooks:read`. The client sends it again when the response is lost.
   */
  readonly listReplays: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReplayList']>;

  /**
   * Replay a range of events
   *
   * Sends the endpoint the events of a time range again, or for the first time if it was DISABLED. It sends the types that
   * the webhook subscribes to now, without tests and without events of members who were erased since. Events that are being
   * delivered or retried are left alone. Each event becomes a delivery with the same event `id`; one that was delivered
   * before gets another `deliveryId`, and `replayOf`.
   *
   * Deliveries are made in portions, those of the last minute once it is over, and no faster than the endpoint accepts them;
   * the list of replays shows the state. One at a time: 409 while another one is RUNNING, and while the webhook is DISABLED.
   * A webhook that is disabled or deleted meanwhile ends its replay as STOPPED. Nothing is kept from before the oldest day
   * of
   * deliveries: `since` is raised to it.
   *
   * Permission: `webhooks:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly replayEvents: (args: {
    /** The webhook's UUID; anything else is an unknown webhook (404). */
    readonly webhookId: string;
    readonly body: Schemas['ReplayBody'];
  }, options?: CallOptions) => Promise<Schemas['Replay']>;

  /**
   * Get what happens, minute by minute
   *
   * Counts of what was done, one item for each minute, hour or day in UTC, oldest first, all zeros where nothing happened;
   * at most 1,500. They follow within two seconds, those of hours, days and campaigns within half a minute. They say what
   * happens as it happens: a process that crashes loses its last counts, and the ledger is the book. Minutes are kept for
   * 48 hours, hours for 92 days, days for 400. With `campaignId` only what that campaign took part in.
   *
   * Permission: `campaigns:read`. The client sends it again when the response is lost.
   */
  readonly getActivity: (args?: {
    /** How long each item is; for a campaign an hour or a day. */
    readonly step?: Schemas['ActivityStep'] | undefined;
    /**
     * The first item is the one that this falls into. Without it there are 60 minutes, 24 hours or 30 days.
     */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last item is the one that this falls into; a plain date is the end of that UTC day. Now unless it is said, and
     * never later.
     */
    readonly to?: Schemas['Instant'] | undefined;
    /** Only what this campaign took part in. */
    readonly campaignId?: Schemas['Uuid'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Activity']>;

  /**
   * List what each campaign gave
   *
   * Of whole UTC days, of each campaign that took part in anything, those with most awards first; at most 1,000. It is
   * counted as `getActivity` counts. `costCents` adds up to the campaign's `spentCents`.
   *
   * Permission: `campaigns:read`. The client sends it again when the response is lost.
   */
  readonly listCampaignActivity: (args?: {
    /** The first day is the one that this falls into. Without it there is one day. */
    readonly from?: Schemas['Instant'] | undefined;
    /** The last day is the one that this falls into. Today unless it is said, and never later. */
    readonly to?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['CampaignActivityList']>;

  /**
   * Get the points outstanding, day by day
   *
   * What members have in all, counted each night after 02:00 UTC, oldest first; the newest 400 counts are kept. A new
   * environment is counted within minutes of its first member. What moves during a count may be in it or not; at rest it
   * is the sum of all balances. Members who were erased do not count, nor points that wait.
   *
   * Permission: `campaigns:read`. The client sends it again when the response is lost.
   */
  readonly getLiability: (args?: {
    /** Only counts of this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Liability']>;

  /**
   * List who returns, voids and adjusts most
   *
   * Points of returns, voids and adjustments of whole UTC days, added up by member, by the credential that did it, or by the
   * store that was named; those with most first, at most 100, each with the days on which it has most, at most 31. Lapses
   * of authorizations are apart from voids. Adjustments name no store, and those without `ref` no credential here: the
   * audit log has theirs. From the newest act back 100,000 are counted at most, and `countedFrom` says how far that went.
   * It is up to date within two seconds.
   *
   * Permission: `audit:read`. The client sends it again when the response is lost.
   */
  readonly listExceptions: (args?: {
    /** The first day is the one that this falls into. Without it there are 30 days; 400 at most. */
    readonly from?: Schemas['Instant'] | undefined;
    /** The last day is the one that this falls into. Today unless it is said, and never later. */
    readonly to?: Schemas['Instant'] | undefined;
    /** Whether the points are added up by member, by credential or by store. */
    readonly by?: Schemas['ExceptionsBy'] | undefined;
    /** The kind of points that the list is ordered by, most first. */
    readonly orderBy?: Schemas['ExceptionOrder'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Exceptions']>;

  /**
   * List what people have read
   *
   * How often each person read by which operation on a UTC day: a person is the subject of a bearer token. Every response with a
   * 2xx status to an operation that only reads is counted, whatever it shows; what API keys read is not counted. The newest day
   * is first, and of a day what was read most. There are at most 1,000 items: where there were more, `countedFrom` says from
   * which day on all are listed, and a shorter range shows the others. Counts are up to date within some ten seconds, and are
   * kept for 400 days. What a killed process had not stored is missing, ten seconds at most.
   *
   * Permission: `audit:read`. The client sends it again when the response is lost.
   */
  readonly listReads: (args?: {
    /** The first day is the one that this falls into. Without it there are 30 days; 31 at most. */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last day is the one that this falls into. It is today unless another one is given, and never later.
     */
    readonly to?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReadCounts']>;

  /**
   * Get the settings
   *
   * The settings of the environment, defaults filled in, and whose each one is: TENANT, or OPERATOR.
   *
   * Permission: `settings:read`. The client sends it again when the response is lost.
   */
  readonly getSettings: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['SettingsRecord']>;

  /**
   * Change settings
   *
   * Changes the settings that are given and leaves the others; `null` brings back a default. Settings of the operator are refused
   * (403, `context.setting` and `context.owner`), and so is a name that is no setting (400). If one is refused, none is changed.
   * Every evaluate that is sent after the response goes by them; limits and `corsOrigins` act within 10 s. `adjustedPointsPerDay` and
   * `totalAdjustedPointsPerDay` are tightened at once and loosened a day later: until then the response has them in `upcoming`.
   *
   * Permission: `settings:write`. The client sends it again when the response is lost.
   */
  readonly updateSettings: (args: {
    readonly body: Schemas['SettingsUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['SettingsRecord']>;

  /**
   * Get the environment with its limits
   *
   * Which tenant and environment this is, and each limit with what is used of it.
   *
   * Permission: `settings:read`. The client sends it again when the response is lost.
   */
  readonly getEnvironment: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['EnvironmentRecord']>;

  /**
   * List requests made with test keys
   *
   * The requests of the test environment in the last 7 days, newest first; the newest 10,000 at least. Test keys only: nothing is
   * kept of requests with live keys, nor of GETs with a token. A request is listed about a second after its response; one
   * that is refused before its key is known is not. Filters are combined with AND. With `status` or `path` a page may be short, or even empty, and
   * still have a `nextCursor`: only a `nextCursor` of null is the end.
   *
   * Bodies are shown without their secrets: API keys, tokens, secrets of webhooks and codes of rewards read `[removed]`.
   * Bodies of lists, of bulk calls and of requests for erased members are not kept, nor those above 16 KiB. Erasing a
   * member deletes every request that names them. An environment that sends more than about a hundred requests a second
   * has only some of them listed.
   *
   * Permission: `request-logs:read`. Test keys only. The client sends it again when the response is lost.
   */
  readonly listRequestLogs: (args?: {
    /** Only requests whose response had this status. */
    readonly status?: number | undefined;
    /** Only requests whose path contains this text. */
    readonly path?: string | undefined;
    /** Only requests of this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Only requests of this time or earlier; a plain date is the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RequestLogList']>;

  /**
   * List permissions and roles
   *
   * What a credential may be allowed, and the roles that name several permissions. Later releases add permissions.
   *
   * Permission: `any`. The client sends it again when the response is lost.
   */
  readonly listPermissions: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['PermissionCatalogue']>;

  /**
   * Get the own credential
   *
   * What the key or token of this request may do, in which environment, and until when.
   *
   * Permission: `any`. The client sends it again when the response is lost.
   */
  readonly getCredential: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['CredentialRecord']>;

  /**
   * List API keys
   *
   * The keys of the environment, newest first, with those that have ended or were revoked; never the keys themselves. With
   * `state` a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null is the end.
   *
   * Permission: `keys:read`. The client sends it again when the response is lost.
   */
  readonly listApiKeys: (args?: {
    /** Only keys in this state. */
    readonly state?: Schemas['ApiKeyState'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ApiKeyList']>;

  /**
   * Make an API key
   *
   * Makes a key with `permissions` or with a `role`; this response alone shows it: store it at once. If the response is lost,
   * revoke the key and make another one.
   *
   * Nobody gives what they lack: the permissions are among your own, the end is not after that of your own key, and the limit
   * is not above your own. The role `admin` grows with later releases, and only who has it gives it; any other role stands for
   * its permissions of today. A plain date as an end is the end of that UTC day.
   *
   * An environment has 1,000 keys at most that are ACTIVE and were not replaced. Of those that were replaced, or have ended within a
   * day, all beyond 1,000 count too.
   *
   * Permission: `keys:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly createApiKey: (args: {
    readonly body: Schemas['ApiKeyCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Get an API key
   *
   * One key as it is now, without its text.
   *
   * Permission: `keys:read`. The client sends it again when the response is lost.
   */
  readonly getApiKey: (args: {
    /** The key's UUID; anything else is an unknown key (404). */
    readonly keyId: string;
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Narrow an API key
   *
   * Changes the name, and takes away: fewer permissions, an earlier end, a lower limit. Anything that would give the key more
   * is refused; make another key for that. It acts everywhere within 10 seconds. The key's permissions must all be among
   * your own.
   *
   * 200 means that the change also survives a database that loses its last changes; until that is known the response is 503
   * WRITE_UNCONFIRMED: send it again.
   *
   * Permission: `keys:write`. The client sends it again when the response is lost.
   */
  readonly narrowApiKey: (args: {
    /** The key's UUID; anything else is an unknown key (404). */
    readonly keyId: string;
    readonly body: Schemas['ApiKeyUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Exchange an API key
   *
   * Makes a successor with the same name, permissions and limit; this response alone shows it. It lasts as long as the old one
   * was made for, within the end of your own key. The old key ends after `overlapHours`, or earlier by its own end, so both
   * work until then. The key's permissions must all be among your own. A key is exchanged once: to end the old one before its
   * time, revoke it.
   *
   * Until it is known that the change survives a database that loses its last changes, the response is 503 WRITE_UNCONFIRMED,
   * without the new key. If that or any other response is lost, `replacedBy` of the old key names the successor: revoke it and
   * make another key.
   *
   * Permission: `keys:write`. When the response is lost, the client does not send it again: look first whether it was done.
   */
  readonly rotateApiKey: (args: {
    /** The key's UUID; anything else is an unknown key (404). */
    readonly keyId: string;
    readonly body?: Schemas['ApiKeyRotateBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['ApiKeySuccessor']>;

  /**
   * Revoke an API key
   *
   * For good; within 10 seconds the key is refused everywhere. The response lists the keys that it made, those that they made,
   * and so on: `alsoMade` revokes them too. The permissions of each key that is revoked must all be among your own; otherwise none is. A
   * repeat changes nothing.
   *
   * 200 means that the revocation also survives a database that loses its last changes; until that is known the response is
   * 503 WRITE_UNCONFIRMED: send it again.
   *
   * Permission: `keys:write`. The client sends it again when the response is lost.
   */
  readonly revokeApiKey: (args: {
    /** The key's UUID; anything else is an unknown key (404). */
    readonly keyId: string;
    readonly body?: Schemas['ApiKeyRevokeBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['RevokedApiKey']>;

  /**
   * List who changed what
   *
   * Changes of this environment in the last 400 days, newest first: who made each, by which request, and what it changed. An
   * entry is stored with its change: neither is there without the other. Filters are combined with AND. With `objectType` and
   * `objectId` together, or with `actor` alone, entries are found at once, however many there are; with other filters a page may be
   * short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null is the end.
   *
   * Configuration is shown by JSON pointers with the value before and afterwards, without counters and times; of a URL only its
   * origin, and of a large change the pointers alone (`isTruncated`). Of members an entry has the names of fields, never what stands in them. No entry holds a secret, a key, a code, a
   * reason or anything personal. Receipts, redemptions, returns, events, enrolments, consents and redeemed rewards have
   * records of their own, and none here.
   *
   * Permission: `audit:read`. The client sends it again when the response is lost.
   */
  readonly listAuditEntries: (args?: {
    /** Only changes by this key, person or operator. Its `id`, as an entry has it. */
    readonly actor?: string | undefined;
    /** Only changes by actors of this kind, because a person may have the name of a key. */
    readonly actorKind?: string | undefined;
    /** Only changes of this kind. */
    readonly action?: string | undefined;
    /** Only changes of such objects. */
    readonly objectType?: string | undefined;
    /**
     * Only changes of this object. Its id; of an event definition its key, of a setting or a pool of codes its name.
     */
    readonly objectId?: string | undefined;
    /** Only changes of this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Only changes of this time or earlier; a plain date is the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the page before, unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** How many items a page may have. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['AuditEntryList']>;
}

/** The operations that may be accepted with 202, each with what that response holds. */
export interface Accepted {
  readonly evaluateTransaction: Schemas['AcceptedTransaction'];
  readonly bulkEvaluateTransactions: Schemas['BulkEvaluateResults'];
  readonly redeemPoints: Schemas['AcceptedTransaction'];
  readonly authorizeRedemption: Schemas['AcceptedTransaction'];
  readonly captureRedemption: Schemas['AcceptedTransaction'];
  readonly voidRedemption: Schemas['AcceptedTransaction'];
  readonly returnPurchase: Schemas['AcceptedReturn'];
  readonly bulkReturn: Schemas['BulkReturnResults'];
  readonly submitEvent: Schemas['AcceptedEvent'];
  readonly submitLifecycleEvent: Schemas['AcceptedEvent'];
}

/** The operations that return lists in pages, each with the type of its items. */
export interface Listed {
  readonly listRefusedTransactions: Schemas['RefusedTransactionList']['refused'][number];
  readonly listCampaigns: Schemas['CampaignList']['campaigns'][number];
  readonly listMembers: Schemas['MemberList']['members'][number];
  readonly listLedgerEntries: Schemas['LedgerEntryList']['entries'][number];
  readonly listMemberTransactions: Schemas['MemberTransactionList']['transactions'][number];
  readonly listPendingPoints: Schemas['PendingPointsList']['pending'][number];
  readonly listMemberRewards: Schemas['RewardList']['rewards'][number];
  readonly listMemberSegments: Schemas['MemberSegmentList']['segments'][number];
  readonly listConsents: Schemas['ConsentList']['consents'][number];
  readonly listRewards: Schemas['RewardList']['rewards'][number];
  readonly listTiers: Schemas['TierList']['tiers'][number];
  readonly listSegments: Schemas['SegmentList']['segments'][number];
  readonly listSegmentMembers: Schemas['SegmentMemberList']['members'][number];
  readonly listEventDefinitions: Schemas['EventDefinitionList']['eventDefinitions'][number];
  readonly listEvents: Schemas['EventList']['events'][number];
  readonly listWebhooks: Schemas['WebhookList']['webhooks'][number];
  readonly listDeliveries: Schemas['DeliveryList']['deliveries'][number];
  readonly listReplays: Schemas['ReplayList']['replays'][number];
  readonly listRequestLogs: Schemas['RequestLogList']['requestLogs'][number];
  readonly listApiKeys: Schemas['ApiKeyList']['apiKeys'][number];
  readonly listAuditEntries: Schemas['AuditEntryList']['auditEntries'][number];
}
