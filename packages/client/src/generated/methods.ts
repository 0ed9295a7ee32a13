// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { CallOptions } from '../call-options.ts';
import type { Schemas } from './types.ts';

/** One method for each operation of a tenant, by its `operationId`. */
export interface Methods {
  /**
   * Evaluate a basket
   *
   * Evaluates a basket against all ACTIVE campaigns. Every campaign whose conditions hold fires, and their awards
   * add up; each campaign rounds its own award down. The member is created on the first call.
   *
   * It is safe to repeat: the same `transactionRef` returns the original result. After a 503 or a lost connection,
   * send the same reference again.
   *
   * With `Prefer: respond-async`, the basket is accepted with 202 and evaluated in the background; get the result
   * at the `Location`. A reference that has already been decided gets 200 with its result.
   *
   * **Worked example.** A basket of R150.00 is `amount: 15000`. A SPEND_PERCENTAGE campaign of 1 % awards
   * floor(15000 × 1 / 100) = 150 points, and a FIXED_POINTS campaign of 50 adds 50, so `pointsAwarded` is 200.
   *
   * Permission: `transactions:evaluate`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly evaluateTransaction: (args: {
    readonly body: Schemas['EvaluateBody'];
  }, options?: CallOptions) => Promise<Schemas['EvaluateResult']>;

  /**
   * Evaluate many baskets
   *
   * Evaluates up to 1,000 baskets, at most 5 MiB together and 256 KiB each. Results are returned in the order of
   * the items. Each item gets the status and the body or problem that it would have had on its own; pointers in
   * its problem start at the item. One invalid item does not hold up the others. The whole call is refused only if
   * its body is not a list of items.
   *
   * Items of the same member are evaluated in order. An item whose `transactionRef` appeared earlier in the same
   * call is not sent: it gets the same result, with `mismatch: true` if the two differ. If it is for another
   * member, it gets 409 `TRANSACTION_DUPLICATE`.
   *
   * Bulk calls give way to tills and have up to 30 seconds. Items that are not decided by then get the problem
   * PROCESSING_TIMEOUT. After that, after a 503 for the whole call, or after a lost connection, send the same
   * references again: none is ever executed twice. A bulk call counts as one request against the rate limit, and
   * each of its items counts against the environment's limit of items: 60,000 a minute in live and 6,000 in test,
   * unless the setting `bulkItemsPerMinute` says otherwise. A call that exceeds this limit is refused as a whole
   * with 429.
   *
   * With `Prefer: respond-async`, the response is 202 as soon as the baskets are safely stored. An accepted item
   * has status 202 and the `location` of its result, an invalid item has its problem, and an item that has already
   * been decided has its result.
   *
   * Permission: `transactions:evaluate`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly bulkEvaluateTransactions: (args: {
    readonly body: Schemas['BulkEvaluateBody'];
  }, options?: CallOptions) => Promise<Schemas['BulkEvaluateResults']>;

  /**
   * Simulate a basket
   *
   * Evaluates a basket in the same way as `evaluate`, against the same rules and the member's current state,
   * without any effect: no member is created, no transaction is recorded and no counter moves. `pointsBalance` is
   * the balance that would result. Test keys only. `_debug` is null if a campaign fired and gave all of its
   * rewards. `drafts` are treated as if they were ACTIVE, and nothing is spent from their budgets; an award or a
   * check that belongs to a draft carries `draft`, its position in the list. An environment runs one simulation at
   * a time; one that waits for more than a second gets 503.
   *
   * Permission: `transactions:quote`. Test keys only. The client sends the request again if the response is lost.
   */
  readonly simulateTransaction: (args: {
    readonly body: Schemas['SimulateBody'];
  }, options?: CallOptions) => Promise<Schemas['EvaluateResult']>;

  /**
   * Explain what each campaign awards for a basket
   *
   * Evaluates a basket as `evaluate` would now, and lists every ACTIVE campaign with what it awards, or with the
   * first check that failed. If its conditions do not hold, `failed` names the comparisons that failed and the
   * values that were found. Nothing is written, and both test and live keys may call it. Campaigns in
   * `campaignIds` are treated as if they were ACTIVE, and so are `drafts`, from whose budgets nothing is spent; a
   * draft with a `campaignId` takes the place of that campaign. Random draws are made for a reference that is
   * thrown away, so a real purchase may draw differently. Rules that fire on events award nothing for a basket. To
   * explain a receipt that is already stored, send its basket with its `occurredAt`, but note that limits and
   * counts are the current ones. Explanations and simulations of an environment run one at a time; one that waits
   * for more than a second gets 503.
   *
   * Permission: `transactions:quote`. The client sends the request again if the response is lost.
   */
  readonly explainTransaction: (args: {
    readonly body: Schemas['ExplainBody'];
  }, options?: CallOptions) => Promise<Schemas['Explanation']>;

  /**
   * Redeem points for a discount
   *
   * Takes points from the member and returns the discount that they are worth at the checkout: `discountAmount =
   * floor(points / pointsPerRand) × 100` cents, according to the redemption rule of one campaign. This is the
   * campaign that `campaignId` names, or otherwise the active default, which is the most recently activated one.
   * In both cases the campaign must be ACTIVE, within its dates, and have a redemption rule, and its `storeIds`,
   * `targetSegmentIds`, `minSpend` and `currency` must match this member and basket. Otherwise it is treated as if
   * it did not exist, and the response is 404 if no campaign is left. A campaign whose budget is spent does not
   * count as active.
   *
   * **What limits a redemption**, in this order: the balance (only if the rule says `CAP`; otherwise the response
   * is 422), then the rule's `maxPointsPerRedemption`, then the lowest of the rule's `maxDiscountPercentOfBasket`,
   * the request's `maxDiscountPercentOfBasket` and the basket itself. If the discount is limited, only the fewest
   * points that buy it are taken. `constraintApplied` names the limit that took effect. The remaining points must
   * reach the rule's `minPointsPerRedemption` and be worth at least R1. Points beyond those that buy the discount
   * are taken too, unless the rule says `takes: FEWEST`.
   *
   * It is safe to repeat: the same `transactionRef` returns the original result. References of `redeem` and of
   * `evaluate` are separate. The balance is never negative: if several calls compete for the same points, one of
   * them succeeds.
   *
   * **The deadline.** A till that gets no response in time may let the customer pay in full. Therefore a request
   * that the engine reaches later than half a second before its caller's deadline is not executed: GET
   * …?operation=redeem then returns `FAILED` with `context.executed: false`. Sending the same reference again
   * executes it. With `Prefer: respond-async` there is no deadline.
   *
   * Points that expire first are spent first.
   *
   * Permission: `transactions:redeem`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly redeemPoints: (args: {
    readonly body: Schemas['RedeemBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemResult']>;

  /**
   * Authorize a redemption
   *
   * Takes points as `redeem` does, by the same rules and with the same result, but only for a limited time: a web
   * shop takes them at checkout, and captures them once the payment has gone through, or voids them. A redemption
   * that is neither captured nor voided by `expiresAt` (`ttlSeconds` from now) lapses a minute later, at most some
   * seconds late and never early, and its points are given back automatically.
   *
   * The points leave the balance, and the discount counts against the campaign's budget, at once, so that neither
   * is given twice. Points that have passed their expiry date cannot be authorized. An authorization does not
   * count as an activity of the member; its capture does. A member has at most 20 open authorizations (409
   * `LIMIT_EXCEEDED`).
   *
   * It is safe to repeat: the same `transactionRef` returns the original result, also after it was captured,
   * voided or has lapsed. References are shared with `redeem`: the same reference in both routes is one
   * redemption, returned with `Idempotency-Mismatch`. The deadline of `redeem` applies here too: a request that
   * the engine reaches too late is not executed.
   *
   * Permission: `transactions:redeem`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly authorizeRedemption: (args: {
    readonly body: Schemas['AuthorizeBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemResult']>;

  /**
   * Capture an authorized redemption
   *
   * Takes the authorized points for good, all of them and only once, after the payment has gone through. No points
   * move, and the capture counts as an activity of the member. A redemption can be captured until it has lapsed,
   * also while its member is suspended. If an order has become smaller, void the redemption and redeem again, or
   * return a part of it later.
   *
   * A redemption that was voided, has lapsed, or was never authorized cannot be captured (409
   * `INVALID_STATE_TRANSITION`; `context` has `from` and `to`). If the redemption has not been decided, the
   * response is 404: send the capture again.
   *
   * It is safe to repeat: a second capture of the redemption returns the first. There is no deadline: after a 503,
   * the same call returns the result.
   *
   * Permission: `transactions:redeem`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly captureRedemption: (args: {
    readonly body: Schemas['RedemptionName'];
  }, options?: CallOptions) => Promise<Schemas['CaptureResult']>;

  /**
   * Void a redemption
   *
   * Gives back everything of the redemption that has not been given back already, both points and discount, for
   * example because the payment failed. It applies to captured and plain redemptions too, and also while the
   * member is suspended, so that one call ends a checkout however far it got. A redemption that another credential
   * redeemed or captured can be voided within `voidWithinMinutes` (a setting) of that; later, only the credentials
   * that did it may void it. Any credential may void an open authorization.
   *
   * Points go back to the lots they came from and keep their own expiry: those past it expire at once
   * (`pointsExpired`), because nobody can keep points alive by reserving them. The discount is given back to the
   * campaign's budget.
   *
   * It is safe to repeat: a second void of the redemption returns the first, and voiding a redemption that has
   * lapsed returns the lapse (`reason: EXPIRED`). If the redemption has not been decided, the response is 404:
   * send the void again. There is no deadline: after a 503, the same call returns the result.
   *
   * Permission: `transactions:void`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly voidRedemption: (args: {
    readonly body: Schemas['RedemptionName'];
  }, options?: CallOptions) => Promise<Schemas['VoidResult']>;

  /**
   * List the returns of a receipt
   *
   * Returns all returns of a receipt, oldest first, each with its original response; a receipt has at most 100. A
   * till that does not know whether a return went through can simply send it again with the same `returnRef`, and
   * does not need this call.
   *
   * Permission: `transactions:read`. The client sends the request again if the response is lost.
   */
  readonly listReturns: (args: {
    /** The reference of the receipt. */
    readonly transactionRef: Schemas['Ref'];
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReturnsOfReceipt']>;

  /**
   * Return a receipt or a part of it
   *
   * Takes back what a receipt earned when the customer returns all or part of it. Each award keeps what the
   * campaign's rule gives for what remains; its other points are reversed. `amount` is the part of the receipt's
   * amount that is paid back, and `whole: true` returns all that is left of it; one of the two is required.
   * `products` says which products are returned, for awards that depend on products. All partial returns together
   * reverse exactly what the receipt earned, in whatever order they are sent. A receipt is judged by what was
   * stored with it, so campaigns that were changed or archived since then make no difference.
   *
   * **What stays.** A percentage keeps its share of the remaining amount. An award for products keeps what the
   * units that were not returned earn; without `products`, the same share of every line counts as returned. Every
   * other award stays in full. Nothing stays of an award once less than the campaign's `minSpend` remains, or
   * nothing at all.
   *
   * **Which points are taken.** Reversed points are taken first from those that the receipt earned, then from the
   * member's other points, in the order in which they expire; the balance is never negative. `pointsExpired` have
   * expired in the meantime. `pointsClaimable` are out in earlier redemptions: if such a redemption is voided,
   * lapses or is returned, its points pay for them (`pointsDeducted`). `pointsForgiven` are gone for good. With
   * the setting `unrecoveredPoints: DEDUCT_LATER`, both are `pointsToDeduct` instead: they are taken from what the
   * member earns next, or gets back, and reduce what the member can redeem until then. `lifetimePoints`, and the
   * tier that follows from them, are reduced by all of these points.
   *
   * **What else changes.** Rewards of an award that does not stay are ended: issued ones expire, and those that
   * wait for a code fail (`RETURNED`). Rewards that were redeemed, or had ended before, stay and are named in
   * `rewardsKept`. The receipt's stamp is taken back, but never below an empty card. What was recovered is given
   * back to the budgets of the campaigns; a paused campaign stays paused. The member's limits get back the points
   * that were recovered. They get back one time once nothing of the award stays, unless points of the receipt were
   * not recovered or a reward of the award stays. Points that were redeemed on the receipt are given back in the
   * same share, before others are reversed. `return-quote` returns all of this before the money is paid out.
   *
   * It is safe to repeat: the same `returnRef` returns the original result. References of returns are separate
   * from those of receipts and redemptions. A receipt has at most 100 returns, and receipts of suspended members
   * can be returned too. If the receipt has not been decided, the response is 404: send the return again. There is
   * no deadline: after a 503, send the same `returnRef` again to get the result.
   *
   * Permission: `transactions:return`. The client sends the request again if the response is lost, provided that its body has a `returnRef`.
   */
  readonly returnPurchase: (args: {
    readonly body: Schemas['ReturnBody'];
  }, options?: CallOptions) => Promise<Schemas['ReturnResult']>;

  /**
   * Return many receipts
   *
   * Takes up to 1,000 returns in one call, for example those of one night, each as `returns` takes it on its own.
   * Results are returned in the order of the items. Each item gets the status and the body or problem that it
   * would have had on its own; pointers in its problem start at the item. A refused item does not affect the
   * others. An item whose receipt has not been decided gets the problem `TRANSACTION_NOT_FOUND`; it is not kept,
   * and may be sent again.
   *
   * Returns of the same receipt are decided in order. An item whose `returnRef` appeared earlier in the same call
   * is not sent: it gets the same result, with `mismatch: true` if the two differ. If it is for a receipt of
   * another member, it gets 409 `TRANSACTION_DUPLICATE`.
   *
   * Bulk calls give way to tills and have up to 30 seconds. Items that are not decided by then get the problem
   * PROCESSING_TIMEOUT. After that, after a 503 for the whole call, or after a lost connection, send the same
   * references again: none is ever executed twice. A call counts as one request against the rate limit, and each
   * of its items counts against the environment's limit of items, together with those of `evaluate/bulk`. A call
   * that exceeds this limit is refused as a whole with 429.
   *
   * With `Prefer: respond-async`, the response is 202 as soon as the returns are safely stored. An accepted item
   * has status 202 and the `location` of its result; any other item has its problem, or the result that already
   * exists.
   *
   * Permission: `transactions:return`. The client sends the request again if the response is lost, provided that its body has a `returnRef`.
   */
  readonly bulkReturn: (args: {
    readonly body: Schemas['BulkReturnBody'];
  }, options?: CallOptions) => Promise<Schemas['BulkReturnResults']>;

  /**
   * Preview a return
   *
   * Makes the same decision as `returns` on the current state, without any effect, and refuses what `returns`
   * would refuse. The till therefore knows before it pays out which points will be forgiven or deducted later, and
   * which rewards will end. The state may have changed by the time of the return.
   *
   * Permission: `transactions:quote`. The client sends the request again if the response is lost.
   */
  readonly quoteReturn: (args: {
    readonly body: Schemas['ReturnQuoteBody'];
  }, options?: CallOptions) => Promise<Schemas['ReturnQuote']>;

  /**
   * Preview a redemption
   *
   * Makes the same decision as `redeem` on the member's current balance, without any effect, and refuses what
   * `redeem` would refuse. The balance may have changed by the time of the redemption.
   *
   * Permission: `transactions:quote`. The client sends the request again if the response is lost.
   */
  readonly quoteRedemption: (args: {
    readonly body: Schemas['RedeemQuoteBody'];
  }, options?: CallOptions) => Promise<Schemas['RedeemQuote']>;

  /**
   * Get the burn rate
   *
   * Returns how many points are worth R1 now: the rate of the campaign that `campaignId` names, or otherwise of
   * the active default. Both fields are null if there is no such campaign, or if it is not ACTIVE, not within its
   * dates or has spent its budget. No store, member or basket is known here, so a campaign that applies only to
   * some stores, segments or larger baskets, or to a currency other than ZAR, is never the default; for a campaign
   * that you name, these are not checked. `redeem-quote` checks all of them.
   *
   * Permission: `transactions:quote`. The client sends the request again if the response is lost.
   */
  readonly getBurnRate: (args?: {
    /** The campaign whose rate is returned. Default: the active default campaign. */
    readonly campaignId?: Schemas['Uuid'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['BurnRate']>;

  /**
   * Find the result of a transaction
   *
   * Does the same as `GET …/transactions/{transactionRef}`, for references that cannot be the end of a path:
   * `evaluate`, `simulate`, `explain`, `redeem`, `redeem-quote`, `burn-rate`, `returns` and `refused`, which are
   * routes, and `.` and `..`, which clients remove from a path. In a path, a `/` in a reference is written as
   * `%2F`; here it may be sent as it is.
   *
   * Instead of the reference you can send `transactionId`, the id that responses, events and ledger entries name.
   * It finds every decided transaction, of any operation, but none that was given up.
   *
   * Permission: `transactions:read`. The client sends the request again if the response is lost.
   */
  readonly findTransaction: (args?: {
    /** Your reference for the transaction. Send either this or `transactionId`. */
    readonly transactionRef?: string | undefined;
    /**
     * The id of the transaction. If you send it, `operation` is ignored. Send either this or `transactionRef`.
     */
    readonly transactionId?: Schemas['Uuid'] | undefined;
    /** The kind of operation that the reference belongs to; each kind has its own references. */
    readonly operation?: Schemas['RequestOperation'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['TransactionOutcome']>;

  /**
   * List refused transactions
   *
   * Returns transactions that had no effect while no caller was waiting: streamed receipts, and requests sent with
   * `respond-async`. They are listed newest first. They were refused, were given up (`PROCESSING_FAILED`), or
   * repeated a reference with different content (`TRANSACTION_DUPLICATE`, whatever `rejectMismatch` says). Each
   * reference is listed once, with its latest outcome. The newest 100,000 are kept for 24 hours. A reference that
   * has since been sent again and stored stays listed.
   *
   * With `code`, a page may be short or even empty and still have a `nextCursor`. The list ends only when
   * `nextCursor` is null.
   *
   * Permission: `transactions:read`. The client sends the request again if the response is lost.
   */
  readonly listRefusedTransactions: (args?: {
    /**
     * Returns only transactions that were refused at or after this time; a plain date means the start of that UTC
     * day.
     */
    readonly since?: Schemas['Instant'] | undefined;
    /** Returns only transactions that were refused with this code. */
    readonly code?: string | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RefusedTransactionList']>;

  /**
   * Get the result of a transaction
   *
   * Returns the stored result of a reference, byte for byte as in the first response. If the reference has not
   * been decided, or has never been seen, the response is 404 with `Retry-After: 1`. If the engine gave the
   * request up, or if it was sent with `respond-async` and refused, the response is 200 with state FAILED and the
   * problem, for 24 hours; in that case nothing was written, and the same reference may be sent again.
   *
   * Permission: `transactions:read`. The client sends the request again if the response is lost.
   */
  readonly getTransaction: (args: {
    /** Your reference for the transaction. */
    readonly transactionRef: string;
    /** The kind of operation that the reference belongs to; each kind has its own references. */
    readonly operation?: Schemas['RequestOperation'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['TransactionOutcome']>;

  /**
   * List campaigns
   *
   * Returns the campaigns of the environment, newest first, including archived ones unless `state` says otherwise.
   * A page ends after `limit` campaigns, or with the campaign that exceeds 4 MiB. It may be short, or with `state`
   * even empty, and still have a `nextCursor`. The list ends only when `nextCursor` is null.
   *
   * Permission: `campaigns:read`. The client sends the request again if the response is lost.
   */
  readonly listCampaigns: (args?: {
    /** Returns only campaigns in this state. */
    readonly state?: Schemas['CampaignState'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['CampaignList']>;

  /**
   * Create a campaign
   *
   * Creates a campaign in state DRAFT. Activate it to let it fire. `name` and `earningRule` are required. The
   * examples show every kind of earning rule and what it awards.
   *
   * Permission: `campaigns:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createCampaign: (args: {
    readonly body: Schemas['CampaignCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Get a campaign
   *
   * Returns one campaign with its complete earning and redemption rules.
   *
   * Permission: `campaigns:read`. The client sends the request again if the response is lost.
   */
  readonly getCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Change a campaign
   *
   * Changes only the fields that you send; `null` clears an optional field. `earningRule`, `redemptionRule`,
   * `conditions`, `earnOn` and `limits` are replaced as a whole. A campaign can also be changed while it is ACTIVE
   * or PAUSED, which additionally requires `campaigns:run`, but not when it is ARCHIVED. Setting `maxBudgetCents`
   * to `spentCents` or less pauses an ACTIVE campaign at once.
   *
   * Permission: `campaigns:write`. The client sends the request again if the response is lost.
   */
  readonly updateCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
    readonly body: Schemas['CampaignUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Archive a campaign
   *
   * Archives a campaign in state DRAFT, ACTIVE or PAUSED, for good. If the campaign is already ARCHIVED, the
   * record is returned with 200.
   *
   * Permission: `campaigns:run`. The client sends the request again if the response is lost.
   */
  readonly archiveCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Activate a campaign
   *
   * Moves a campaign from DRAFT to ACTIVE: `evaluate` matches it from now on, and `activatedAt` is set. If the
   * campaign is already ACTIVE, the record is returned with 200. Use `resume` for a campaign that is PAUSED.
   *
   * Permission: `campaigns:run`. The client sends the request again if the response is lost.
   */
  readonly activateCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Pause a campaign
   *
   * Moves a campaign from ACTIVE to PAUSED, so that `evaluate` skips it. If it is already PAUSED, the record is
   * returned with 200.
   *
   * Permission: `campaigns:run`. The client sends the request again if the response is lost.
   */
  readonly pauseCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * Resume a campaign
   *
   * Moves a campaign from PAUSED to ACTIVE; `activatedAt` does not change. If it is already ACTIVE, the record is
   * returned with 200. A campaign whose budget is spent is refused with 409 and the `context.reason`
   * BUDGET_EXHAUSTED until its budget is raised.
   *
   * Permission: `campaigns:run`. The client sends the request again if the response is lost.
   */
  readonly resumeCampaign: (args: {
    /** The campaign's UUID; any other text is treated as an unknown campaign (404). */
    readonly campaignId: string;
  }, options?: CallOptions) => Promise<Schemas['Campaign']>;

  /**
   * List or find members
   *
   * Returns the members of the environment, newest first. Several filters are combined with AND. With a filter, a
   * page may be short or even empty and still have a `nextCursor`. The list ends only when `nextCursor` is null.
   *
   * Without the permission `members:read`, `ref` is the only filter that is allowed, and it is required; the
   * profile is then null, as in `getMember`.
   *
   * Permission: `members:find`. The client sends the request again if the response is lost.
   */
  readonly listMembers: (args?: {
    /** Returns only the member with exactly this externalRef. Erased members are not found. */
    readonly ref?: Schemas['Ref'] | undefined;
    /**
     * Returns only members with exactly this telephone number. Spaces, dots, hyphens and parentheses are ignored,
     * and a leading 00 is read as a plus. With the environment's setting `phoneCountry`, a number without a plus is
     * a number of that country: `0825550142` finds `+27 82 555 0142` and the other way round. Without the setting,
     * such a number finds those that are stored without a plus. Several members may have the same number. A leading
     * plus that is not encoded as `%2B` is understood.
     */
    readonly phone?: string | undefined;
    /**
     * Returns only members with exactly this e-mail address, ignoring case. Several members may have the same
     * address.
     */
    readonly email?: string | undefined;
    /**
     * Returns only members whose externalRef, name, e-mail address or telephone number contains this text. Case,
     * accents, and separators between the digits of a number are ignored; every other character is matched
     * literally, including `%` and `_`. Part of a number can be in national or international form, as in `phone`.
     */
    readonly search?: string | undefined;
    /** Returns only members in this state. */
    readonly state?: Schemas['MemberState'] | undefined;
    /** Returns only members in this tier. */
    readonly tierId?: string | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberList']>;

  /**
   * Enrol a member
   *
   * Enrols a member before their first purchase, and emits `member.enrolled`. A member who already exists is
   * returned unchanged with 200; use PATCH to change them.
   *
   * Permission: `members:write`. The client sends the request again if the response is lost.
   */
  readonly createMember: (args: {
    readonly body: Schemas['MemberCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Get a member
   *
   * Returns one member by internal id, with balance, tier and state. Without the permission `members:read`,
   * `name`, `email`, `phone` and `stateReason` are null.
   *
   * Permission: `members:find`. The client sends the request again if the response is lost.
   */
  readonly getMember: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Change a member's profile
   *
   * Changes only the fields that you send; `null` clears a field. Neither the e-mail address nor the telephone
   * number has to be unique.
   *
   * Permission: `members:write`. The client sends the request again if the response is lost.
   */
  readonly updateMember: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['MemberUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Erase a member
   *
   * Removes everything that identifies the member: the reference, name, e-mail address and telephone number are
   * replaced by placeholders that cannot be traced back to anybody, and the payloads of their events are removed.
   * The ledger and the totals stay. Erasure cannot be undone: every later request with their reference is refused
   * with 403 MEMBER_ERASED. Large tables such as events are scrubbed within a minute; messages on topics and dead
   * letters are gone within 29 days. Repeating the call returns the same response. A 200 means that the erasure
   * also survives a database that loses its latest changes; until that is certain, the response is 503
   * WRITE_UNCONFIRMED.
   *
   * Permission: `members:erase`. The client sends the request again if the response is lost.
   */
  readonly eraseMember: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['ErasedMember']>;

  /**
   * List a member's ledger
   *
   * Returns every movement of the member's points, newest first. Entries are never changed or deleted, and their
   * points add up to the balance. With a filter, a page may be short or even empty and still have a `nextCursor`.
   * The list ends only when `nextCursor` is null.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listLedgerEntries: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** Returns only entries of this type. */
    readonly type?: Schemas['LedgerType'] | undefined;
    /** Returns only entries from this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Returns only entries from this time or earlier; a plain date means the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['LedgerEntryList']>;

  /**
   * List a member's transactions
   *
   * Returns the baskets, redemptions and events of the member that were decided, newest first, including those
   * that moved no points. Each one is as `GET …/transactions/{transactionRef}` returns it, without its `campaigns`
   * unless you ask for them with `expand`. A page may be short and still have a `nextCursor`.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listMemberTransactions: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** Returns only transactions of this kind. */
    readonly operation?: Schemas['TransactionOperation'] | undefined;
    /** Returns only transactions that were decided at or after this time. */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * Returns only transactions that were decided at or before this time; a plain date means the end of that UTC
     * day.
     */
    readonly to?: Schemas['Instant'] | undefined;
    /** With `campaigns`, each transaction includes its `campaigns`. */
    readonly expand?: Schemas['TransactionExpansion'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberTransactionList']>;

  /**
   * Give or take points
   *
   * Changes a member's balance manually, with an ADJUST entry, also while the member is suspended.
   * `lifetimePoints`, and the tier that follows from them, do not change. Points that you give never expire unless
   * you set `expiresAt`; points that you take come from those that expire first. With a `ref`, the adjustment is
   * made once, however often you send it. Without one, each call is a separate adjustment: after a 503 or a lost
   * connection, check the member's ledger before you send it again. The settings `adjustedPointsPerDay` and
   * `totalAdjustedPointsPerDay` limit how many points one credential, and all credentials together, can give on a
   * UTC day.
   *
   * Permission: `points:adjust`. The client sends the request again if the response is lost, provided that its body has a `ref`.
   */
  readonly adjustPoints: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['AdjustPointsBody'];
  }, options?: CallOptions) => Promise<Schemas['Adjustment']>;

  /**
   * List a member's expiring points
   *
   * Returns the points that expire within the given number of days, in the order in which they expire. Points
   * whose expiry date has passed stay on the balance, can be redeemed and are listed until the nightly job has
   * removed them.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listExpiringPoints: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** How many days from now to include. */
    readonly within?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ExpiringPointsList']>;

  /**
   * List a member's pending points
   *
   * Returns the points from receipts under a campaign with `pendingDays`, in the order in which they mature.
   * Pending points are on no balance and count towards no tier. Points that are due mature within a minute or two.
   * A receipt is listed more than once if its points mature or expire at different times.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listPendingPoints: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['PendingPointsList']>;

  /**
   * Suspend a member
   *
   * Moves a member from active to suspended: `evaluate` responds 403 MEMBER_SUSPENDED from now on. If the member
   * is already suspended, the record is returned with 200. The body is optional; a `reason` in it is shown as
   * `stateReason` until the next change.
   *
   * Permission: `members:suspend`. The client sends the request again if the response is lost.
   */
  readonly suspendMember: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    readonly body?: Schemas['MemberActionBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * Reinstate a member
   *
   * Moves a member from suspended to active, so that the member earns again. If the member is already active, the
   * record is returned with 200. The body is optional; a `reason` in it is shown as `stateReason` until the next
   * change.
   *
   * Permission: `members:suspend`. The client sends the request again if the response is lost.
   */
  readonly reinstateMember: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    readonly body?: Schemas['MemberActionBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Member']>;

  /**
   * List a member's stamp cards
   *
   * Returns one card for each ACTIVE campaign of type STAMP_CARD, in the order in which the campaigns were
   * activated, also where the member has no stamps yet. PAUSED campaigns are included only if the member has
   * collected stamps on their cards.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listStampCards: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['StampCardList']>;

  /**
   * List a member's limits
   *
   * Returns the limits per member of ACTIVE campaigns, and how much of each is left. Campaigns are listed in the
   * order of activation, with the local periods that apply now (in the setting `timeZone`, or UTC without one). A
   * receipt that happened earlier counts in its own period.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listMemberLimits: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['MemberLimitList']>;

  /**
   * List a member's open authorizations
   *
   * Returns the redemptions of the member that were authorized and have been neither captured nor voided, and have
   * not lapsed, in the order in which they end; there are at most 20. Their points are not in the balance.
   *
   * Permission: `transactions:read`. The client sends the request again if the response is lost.
   */
  readonly listOpenAuthorizations: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['OpenAuthorizationList']>;

  /**
   * List a member's rewards
   *
   * Returns the rewards that campaigns and tiers have given to the member, newest first, with their codes once
   * they are issued.
   *
   * Permission: `rewards:read`. The client sends the request again if the response is lost.
   */
  readonly listMemberRewards: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** Returns only rewards in this state. */
    readonly state?: Schemas['RewardState'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RewardList']>;

  /**
   * Get a member's purchase statistics
   *
   * Returns the member's spending and number of purchases, in total and in windows of whole UTC days that end
   * today, according to when each purchase was made. A purchase is a receipt that was processed by `evaluate`,
   * whether singly, in bulk or streamed; amounts of all currencies are added at face value. The response also says
   * how often the member has visited under each campaign of type VISIT_FIXED, including archived ones.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly getMemberStatistics: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<Schemas['MemberStatistics']>;

  /**
   * List a member's segments
   *
   * Returns the segments that the member is in now, the last entered first. A DYNAMIC segment follows the member's
   * activity within seconds.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listMemberSegments: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['MemberSegmentList']>;

  /**
   * List a member's consents
   *
   * Returns the member's consents and withdrawals, newest first. For each purpose and channel, `current` has the
   * consent that counts now, which is the record with the latest `grantedAt`, whenever it was entered.
   *
   * Permission: `members:read`. The client sends the request again if the response is lost.
   */
  readonly listConsents: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ConsentList']>;

  /**
   * Record a consent or its withdrawal
   *
   * Adds a record of a consent or a withdrawal; existing records are never changed. Identify the member by
   * `memberId` or `memberRef`; if you send both, they must belong to the same member. This call does not enrol a
   * member.
   *
   * Permission: `members:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly recordConsent: (args: {
    readonly body: Schemas['ConsentBody'];
  }, options?: CallOptions) => Promise<Schemas['Consent']>;

  /**
   * List or find rewards
   *
   * Returns the rewards of the environment, newest first. Several filters are combined with AND. With a filter, a
   * page may be short or even empty and still have a `nextCursor`. The list ends only when `nextCursor` is null. A
   * till that scans a code finds its reward with `code`. A request with `code` alone requires `rewards:find`,
   * which tills have; anything else also requires `rewards:read`.
   *
   * Permission: `rewards:find`. The client sends the request again if the response is lost.
   */
  readonly listRewards: (args?: {
    /**
     * Returns only the reward with exactly this code. Codes of the built-in generator are found in any spelling,
     * with or without dashes and in upper or lower case; a mistyped code finds nothing.
     */
    readonly code?: string | undefined;
    /** Returns only rewards of this member. */
    readonly memberId?: string | undefined;
    /** Returns only rewards in this state. */
    readonly state?: Schemas['RewardState'] | undefined;
    /** Returns only rewards of this type. */
    readonly rewardType?: Schemas['RewardType'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RewardList']>;

  /**
   * Get a reward
   *
   * Returns the reward, with its code once it is issued.
   *
   * Permission: `rewards:read`. The client sends the request again if the response is lost.
   */
  readonly getReward: (args: {
    /** The reward's UUID; any other text is treated as an unknown reward (404). */
    readonly rewardId: string;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Redeem a reward
   *
   * Moves a reward from ISSUED to REDEEMED, once, before it expires; this is judged when the call arrives. Name
   * the receipt in `transactionRef`, so that two tills with the same code cannot both give its value. The same
   * reference gets 200 again. A different reference, or any reference if the reward was redeemed without one, gets
   * 409 with the time and the receipt of the redemption.
   *
   * The body is optional. Without it, a reward that is already REDEEMED gets 200, whichever call redeemed it; the
   * header `Idempotent-Replayed` says that it was not this call. With the setting `rewardRedeemNeedsRef`, the
   * receipt is required (400).
   *
   * Permission: `rewards:redeem`. The client sends the request again if the response is lost, provided that its body has a `transactionRef`.
   */
  readonly redeemReward: (args: {
    /** The reward's UUID; any other text is treated as an unknown reward (404). */
    readonly rewardId: string;
    readonly body?: Schemas['RedeemRewardBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Expire a reward
   *
   * Moves a reward from ISSUED to EXPIRED before its expiry date. If it is already EXPIRED, the record is returned
   * with 200.
   *
   * Permission: `rewards:write`. The client sends the request again if the response is lost.
   */
  readonly expireReward: (args: {
    /** The reward's UUID; any other text is treated as an unknown reward (404). */
    readonly rewardId: string;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * Retry a failed reward
   *
   * Moves a reward from FAILED back to PENDING_FULFILMENT and sets `attempts` to 0, so that its provider is asked
   * for a code again. The reward of an erased member is refused with 409 and the `context.reason` MEMBER_ERASED.
   *
   * Permission: `rewards:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly retryReward: (args: {
    /** The reward's UUID; any other text is treated as an unknown reward (404). */
    readonly rewardId: string;
  }, options?: CallOptions) => Promise<Schemas['Reward']>;

  /**
   * List code pools
   *
   * Returns the pools of purchased codes from which rewards get their codes, by name, with the number of codes
   * that are left. All pools are returned at once.
   *
   * Permission: `code-pools:read`. The client sends the request again if the response is lost.
   */
  readonly listCodePools: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['CodePoolList']>;

  /**
   * Create or change a code pool
   *
   * Creates the pool if there is none with this name, and sets the number of codes below which it is low: `isLow`
   * is then true, and an operator is alerted. The name has 1 to 64 characters and no slash. It must not be the
   * name of an HTTP provider or `generator`. Rewards take codes from the pool once the setting `rewardProviders`
   * names it.
   *
   * Permission: `code-pools:write`. The client sends the request again if the response is lost.
   */
  readonly putCodePool: (args: {
    /** The name of the pool, URL-encoded. */
    readonly poolName: string;
    readonly body: Schemas['CodePoolBody'];
  }, options?: CallOptions) => Promise<Schemas['CodePool']>;

  /**
   * Add codes to a code pool
   *
   * Appends up to 1,000 codes to the pool; rewards get them in this order. A code that is sent twice, is already
   * in a pool of the environment, or has been given before is skipped and counted as a duplicate, so the call may
   * be repeated. An invalid code is rejected with its position and the reason, and the others are added. Codes
   * never appear in a log.
   *
   * All pools of an environment together can hold at most 10,000,000 unused codes (409 `LIMIT_EXCEEDED`).
   *
   * Permission: `code-pools:write`. The client sends the request again if the response is lost.
   */
  readonly addPoolCodes: (args: {
    /** The name of the pool, URL-encoded. */
    readonly poolName: string;
    readonly body: Schemas['AddCodesBody'];
  }, options?: CallOptions) => Promise<Schemas['AddedCodes']>;

  /**
   * List reward providers
   *
   * Returns the sources of codes that the setting `rewardProviders` may name, by name: the generator, code pools
   * and HTTP services. HTTP services are set up by the operator with `loyaltyctl`; only the origin of their
   * address is shown.
   *
   * Permission: `settings:read`. The client sends the request again if the response is lost.
   */
  readonly listRewardProviders: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['RewardProviderList']>;

  /**
   * List tiers
   *
   * Returns all tiers, ordered by `sortOrder`. Without `limit`, they are returned in full.
   *
   * Permission: `tiers:read`. The client sends the request again if the response is lost.
   */
  readonly listTiers: (args?: {
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * The maximum number of items on a page. Without it, the list is returned in full; a list of more than 1,000
     * items or 4 MiB is returned up to that size, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['TierList']>;

  /**
   * Create a tier
   *
   * Creates a tier. A member is in the tier with the greatest `minLifetimePoints` that their `lifetimePoints`
   * reach, and no two tiers can have the same threshold. Reads show the new tier at once, and the next evaluate
   * sees it. `member.tier_changed` follows in the background for each member concerned: see `GET
   * …/tiers/retiering`.
   *
   * Permission: `tiers:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createTier: (args: {
    readonly body: Schemas['TierCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Tier']>;

  /**
   * Get the progress of retiering
   *
   * Returns the progress of the newest retiering run. A change of thresholds moves members to other tiers. Reads
   * show this at once, and a run over all members publishes `member.tier_changed` for each of them.
   *
   * Permission: `tiers:read`. The client sends the request again if the response is lost.
   */
  readonly getRetiering: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['Retiering']>;

  /**
   * Change a tier
   *
   * Changes only the fields that you send; `null` removes the badge. `benefits` is replaced as a whole. A new
   * threshold moves members in the same way as a new tier.
   *
   * Permission: `tiers:write`. The client sends the request again if the response is lost.
   */
  readonly updateTier: (args: {
    /** The tier's UUID; any other text is treated as an unknown tier (404). */
    readonly tierId: string;
    readonly body: Schemas['TierUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Tier']>;

  /**
   * Delete a tier
   *
   * Deletes a tier. A tier that has members is deleted only with `force=true`; its members are then in the next
   * lower tier, or in none. Campaigns that were exclusive to the tier become open to everybody, unless another
   * tier names them too. The response does not list these campaigns: see the tier's `EXCLUSIVE_CAMPAIGN` benefits
   * before you delete it.
   *
   * Permission: `tiers:write`. The client sends the request again if the response is lost.
   */
  readonly deleteTier: (args: {
    /** The tier's UUID; any other text is treated as an unknown tier (404). */
    readonly tierId: string;
    /** With `true`, the tier is deleted even if it has members. */
    readonly force?: boolean | undefined;
    /**
     * See the same field in the body of a change. Deleting a tier moves no member up, so no rewards are given.
     */
    readonly grantFreeRewards?: boolean | undefined;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * List segments
   *
   * Returns all segments of both types, newest first. Without `limit`, they are returned in full.
   *
   * Permission: `segments:read`. The client sends the request again if the response is lost.
   */
  readonly listSegments: (args?: {
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * The maximum number of items on a page. Without it, the list is returned in full; a list of more than 1,000
     * items or 4 MiB is returned up to that size, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['SegmentList']>;

  /**
   * Create a segment
   *
   * Creates a segment. For a STATIC segment, members are added and removed individually, and there are no `rules`.
   * For a DYNAMIC segment, `rules` are required and say who belongs to it, and a refresh is queued. Until the
   * refresh ends, only members with new activity are in the segment.
   *
   * Permission: `segments:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createSegment: (args: {
    readonly body: Schemas['SegmentCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Preview the rules of a segment
   *
   * Counts the members who meet these rules now, and returns some of them; nothing is stored. The count is exact
   * or not returned at all: if it takes longer than 4 seconds, or while another preview of this environment runs,
   * the response is 503 `PROCESSING_TIMEOUT`. In that case, create the segment and refresh it.
   *
   * Permission: `segments:read`. The client sends the request again if the response is lost.
   */
  readonly previewSegment: (args: {
    readonly body: Schemas['SegmentPreviewBody'];
  }, options?: CallOptions) => Promise<Schemas['SegmentPreview']>;

  /**
   * Refresh all DYNAMIC segments
   *
   * Queues a refresh of every DYNAMIC segment. The `lastRefreshedAt` of each segment is the start of its latest
   * completed refresh.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly refreshSegments: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['SegmentsQueued']>;

  /**
   * Get a segment
   *
   * Returns one segment with its rules and the number of its members.
   *
   * Permission: `segments:read`. The client sends the request again if the response is lost.
   */
  readonly getSegment: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Change a segment
   *
   * Changes the name, the description, or the rules of a DYNAMIC segment; `rules` is replaced as a whole. The type
   * cannot be changed. New rules queue a refresh; until it ends, members without new activity stay as they are.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly updateSegment: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
    readonly body: Schemas['SegmentUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Segment']>;

  /**
   * Delete a segment
   *
   * Deletes the segment and its memberships. **Campaigns that target this segment, and no other segment that still
   * exists, are then open to every member.** The response does not list them: before you delete the segment, look
   * for its id in the `targetSegmentIds` of `GET /campaigns`.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly deleteSegment: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * Refresh a DYNAMIC segment
   *
   * Computes the segment again and returns the changes. The call waits up to 25 seconds for a refresh that began
   * after it. After that, the response is 503 `PROCESSING_TIMEOUT` and the refresh continues: send the same call
   * again to wait for the running refresh or the next one.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly refreshSegment: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
  }, options?: CallOptions) => Promise<Schemas['SegmentRefresh']>;

  /**
   * List the members of a segment
   *
   * Returns the members of the segment with their balances, the last added first.
   *
   * Permission: `segments:read`. The client sends the request again if the response is lost.
   */
  readonly listSegmentMembers: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['SegmentMemberList']>;

  /**
   * Add members to a STATIC segment
   *
   * Adds all of the members or none: an unknown member gets 404, and an erased one gets 403. Members who are
   * already in the segment are not counted in `added`. The next evaluate of these members sees the change. After a
   * 503, some members may have been added: send the call again.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly addSegmentMembers: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
    readonly body: Schemas['SegmentMembersBody'];
  }, options?: CallOptions) => Promise<Schemas['SegmentMembersAdded']>;

  /**
   * Remove a member from a STATIC segment
   *
   * Removes the member from the segment. The response is 204 even if the member was not in it.
   *
   * Permission: `segments:write`. The client sends the request again if the response is lost.
   */
  readonly removeSegmentMember: (args: {
    /** The segment's UUID; any other text is treated as an unknown segment (404). */
    readonly segmentId: string;
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * List event definitions
   *
   * Returns all definitions of the environment, including archived ones, newest first. Without `limit`, they are
   * returned in full.
   *
   * Permission: `event-definitions:read`. The client sends the request again if the response is lost.
   */
  readonly listEventDefinitions: (args?: {
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * The maximum number of items on a page. Without it, the list is returned in full; a list of more than 1,000
     * items or 4 MiB is returned up to that size, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['EventDefinitionList']>;

  /**
   * Create an event definition
   *
   * Defines the key of an event, its payload, and the field that identifies the member. Events with this key are
   * accepted as soon as this call returns.
   *
   * `properties` is a JSON Schema document of the payload, or only its map of properties. It is read as a document
   * if it has a keyword that no map of properties can have, such as `type: object` or its own `properties`.
   *
   * The payload is validated with the value keywords of JSON Schema 2020-12: `type`, `enum`, `const`,
   * `properties`, `required`, `additionalProperties`, `patternProperties`, `propertyNames`, `dependentRequired`,
   * `dependentSchemas`, `items`, `prefixItems`, `contains`, the bounds (`minimum`, `maxLength`, `maxItems` …),
   * `multipleOf`, `uniqueItems`, `pattern`, `format` (`date`, `time`, `date-time`, `duration`, `email`,
   * `hostname`, `ipv4`, `ipv6`, `uri`, `uuid`), `allOf`, `anyOf`, `oneOf`, `not`, `if`, `then`, `else`, and `$ref`
   * to a place in the same document. Titles, descriptions, examples and `x-…` keywords are kept but not evaluated.
   * Any other keyword is refused, rather than silently ignored.
   *
   * A definition can have at most 64 KiB, 1,000 values after references are resolved, and 20 levels. A reference
   * must not lead back to itself or outside the document. Patterns use RE2 syntax, which takes time in proportion
   * to the text; look-around and back-references are not supported.
   *
   * Permission: `event-definitions:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createEventDefinition: (args: {
    readonly body: Schemas['EventDefinitionCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Change an event definition by the key in the body
   *
   * Does the same as a PATCH of `/event-definitions/{eventKey}`, with the key in the body. Use that operation
   * instead: this one is deprecated, and its responses carry `Deprecation` and `Sunset`.
   *
   * Permission: `event-definitions:write`. The client sends the request again if the response is lost.
   *
   * @deprecated since 2026-11-20; it may be removed from 2027-12-20 on.
   */
  readonly updateEventDefinitionByKey: (args: {
    readonly body: Schemas['EventDefinitionUpdateByKeyBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Get an event definition
   *
   * Returns one definition by its key.
   *
   * Permission: `event-definitions:read`. The client sends the request again if the response is lost.
   */
  readonly getEventDefinition: (args: {
    /** The key of the event definition; any other text is treated as an unknown definition (404). */
    readonly eventKey: string;
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * Change an event definition
   *
   * Changes only the fields that you send; `properties` is replaced as a whole. Only a change of `properties`
   * raises `version`. An event that you send after the response is judged by the new definition. The `state`
   * ARCHIVED stops the acceptance of events, and ACTIVE resumes it.
   *
   * Permission: `event-definitions:write`. The client sends the request again if the response is lost.
   */
  readonly updateEventDefinition: (args: {
    /** The key of the event definition; any other text is treated as an unknown definition (404). */
    readonly eventKey: string;
    readonly body: Schemas['EventDefinitionUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['EventDefinition']>;

  /**
   * List events
   *
   * Returns the events that were processed, newest first. Lifecycle events without a definition have the key
   * `lifecycle.` followed by their type in lower case. Several filters are combined with AND. A page ends with the
   * payload that exceeds 4 MiB. With both filters it may be short or even empty. The list ends only when
   * `nextCursor` is null.
   *
   * Permission: `events:read`. The client sends the request again if the response is lost.
   */
  readonly listEvents: (args?: {
    /** Returns only events with this key. */
    readonly eventKey?: string | undefined;
    /** Returns only events of this member. */
    readonly memberId?: string | undefined;
    /**
     * Returns only events of the member with exactly this externalRef. Events of erased members are not found.
     */
    readonly memberRef?: Schemas['Ref'] | undefined;
    /**
     * With `true`, the response includes `author`, which says who did it, and `storeRef`, the store that was named.
     * This requires the permission `audit:read`.
     */
    readonly withAuthor?: boolean | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['EventList']>;

  /**
   * Submit an event
   *
   * Validates the payload against its definition, finds the member by the field that `identityProperty` names (and
   * creates a member who is new), and fires the campaigns that the event matches: stamp cards, EVENT_TRIGGER
   * campaigns, and rules for the definition's `lifecycleType`. All of this happens in one call.
   *
   * It is safe to repeat: the same `ref` returns the original result, even if the definition has changed since
   * then. A refused event does not use up its reference. References of events are separate: the same text on
   * `evaluate` is a different reference.
   *
   * With `Prefer: respond-async`, the event is accepted with 202 once its payload has been validated; get the
   * result at the `Location`.
   *
   * **Worked example.** A STAMP_CARD campaign of 10 stamps with `triggerEventKey: fuel.purchase` gives one stamp
   * for each such event, and an EVENT_TRIGGER campaign on `litres` ≥ 40 with `reward: {points: 50}` awards 50
   * points for 41.5 litres.
   *
   * Permission: `events:submit`. The client sends the request again if the response is lost, provided that its body has a `ref`.
   */
  readonly submitEvent: (args: {
    readonly body: Schemas['EventBody'];
  }, options?: CallOptions) => Promise<Schemas['EventResult']>;

  /**
   * Submit a member's lifecycle event
   *
   * Fires SIGNUP_BONUS, ON_DEMAND and REFERRAL_BONUS campaigns for an existing member. Test keys only; in
   * production, the `lifecycleType` of a custom event does the same. Without a `ref`, the event gets a generated
   * reference and cannot be repeated safely. With an `eventKey`, it also counts as that custom event, and the
   * `payload` must be valid against its definition.
   *
   * Permission: `events:submit`. Test keys only. The client sends the request again if the response is lost, provided that its body has a `ref`.
   */
  readonly submitLifecycleEvent: (args: {
    /** The member's internal UUID; any other text is treated as an unknown member (404). */
    readonly memberId: string;
    readonly body: Schemas['LifecycleEventBody'];
  }, options?: CallOptions) => Promise<Schemas['EventResult']>;

  /**
   * List webhooks
   *
   * Returns the webhooks of the environment, newest first. Without `limit`, they are returned in full.
   *
   * Permission: `webhooks:read`. The client sends the request again if the response is lost.
   */
  readonly listWebhooks: (args?: {
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /**
     * The maximum number of items on a page. Without it, the list is returned in full; a list of more than 1,000
     * items or 4 MiB is returned up to that size, with a `nextCursor`.
     */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['WebhookList']>;

  /**
   * Create a webhook
   *
   * Registers an endpoint of yours that receives events. An environment has at most 100 webhooks.
   *
   * The `url` names a public host by its domain name, or by an address in its usual notation. The name is not
   * looked up now: if it resolves to an address that is not public, to no address, or to more than 16, each
   * delivery fails with `DNS_FAILED`. The server must support TLS 1.3, or TLS 1.2 with ECDHE. In live environments
   * the URL begins with `https://`, unless the operator allows `http://`. The port is 80, 443, or a port from 1024
   * upwards that is not that of a well-known service other than HTTP. Redirects are not followed.
   *
   * If you send no `secret`, one is generated, and only this response shows it: store it at once. If the response
   * is lost, delete the webhook and register it again. A `secret` that you send is never shown. Both are stored
   * encrypted.
   *
   * Permission: `webhooks:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createWebhook: (args: {
    readonly body: Schemas['WebhookCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Get a webhook
   *
   * Returns one webhook in its current state, without its secret.
   *
   * Permission: `webhooks:read`. The client sends the request again if the response is lost.
   */
  readonly getWebhook: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Change or re-enable a webhook
   *
   * Changes only the fields that you send. A webhook that was disabled because its deliveries failed becomes
   * ACTIVE again with any PATCH, and its failure count is reset, unless `status` says `DISABLED`. A webhook that
   * you disabled yourself becomes ACTIVE again only if `status` says so.
   *
   * A new `secret` is always one that you choose, so that you can send the same PATCH again without changing
   * anything. It signs `X-Loyalty-Signature` at once. For 24 hours, `webhook-signature` carries a signature with
   * the previous secret in addition to the one with the new secret.
   *
   * Permission: `webhooks:write`. The client sends the request again if the response is lost.
   */
  readonly updateWebhook: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    readonly body: Schemas['WebhookUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['Webhook']>;

  /**
   * Delete a webhook
   *
   * Deletes a webhook, which then gets no new deliveries. Deliveries that are running or waiting to be retried are
   * completed with its last URL and secret; with `drop=true`, nothing more is sent.
   *
   * Permission: `webhooks:write`. The client sends the request again if the response is lost.
   */
  readonly deleteWebhook: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    /** With `true`, unfinished deliveries are given up, except for those that are running. */
    readonly drop?: boolean | undefined;
  }, options?: CallOptions) => Promise<undefined>;

  /**
   * Send a test event
   *
   * Sends one `webhook.test` event to the endpoint, once, whatever event types it subscribes to, also while it is
   * DISABLED. The result does not count towards disabling the webhook; it is shown in the list of deliveries. At
   * most ten tests a minute are allowed for each webhook.
   *
   * Permission: `webhooks:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly testWebhook: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
  }, options?: CallOptions) => Promise<Schemas['TestDelivery']>;

  /**
   * List a webhook's deliveries
   *
   * Returns the deliveries to the endpoint, newest first by the time of the event, or of the replay. Several
   * filters are combined with AND. With a filter, a page may be short or even empty and still have a `nextCursor`.
   * The list ends only when `nextCursor` is null. Deliveries are kept for 30 days, unless the operator has
   * configured otherwise.
   *
   * Permission: `webhooks:read`. The client sends the request again if the response is lost.
   */
  readonly listDeliveries: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    /** Returns only deliveries with this status. */
    readonly status?: Schemas['DeliveryStatus'] | undefined;
    /** Returns only deliveries of events of this type. */
    readonly event?: string | undefined;
    /** Returns only deliveries of this event. */
    readonly eventId?: Schemas['Uuid'] | undefined;
    /** Returns only deliveries from this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Returns only deliveries from this time or earlier; a plain date means the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['DeliveryList']>;

  /**
   * Get a delivery
   *
   * Returns one delivery as the list shows it, together with its `body`, which each of its attempts sends.
   *
   * Permission: `webhooks:read`. The client sends the request again if the response is lost.
   */
  readonly getDelivery: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    /** The delivery's UUID; any other text is treated as an unknown delivery (404). */
    readonly deliveryId: string;
  }, options?: CallOptions) => Promise<Schemas['Delivery']>;

  /**
   * Replay a delivery
   *
   * Sends the event of a finished delivery once more, as a new delivery with a different `deliveryId`, the same
   * event `id` and its own retry schedule. The response is 409 if the delivery is not finished, if the webhook is
   * DISABLED, or if the member was erased.
   *
   * Permission: `webhooks:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly replayDelivery: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    /** The delivery's UUID; any other text is treated as an unknown delivery (404). */
    readonly deliveryId: string;
  }, options?: CallOptions) => Promise<Schemas['ReplayedDelivery']>;

  /**
   * List range replays
   *
   * Returns the replays of ranges that were requested, newest first, with their progress. They are kept as long as
   * deliveries.
   *
   * Permission: `webhooks:read`. The client sends the request again if the response is lost.
   */
  readonly listReplays: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReplayList']>;

  /**
   * Replay a range of events
   *
   * Sends the endpoint the events of a time range again, or for the first time if the webhook was DISABLED. It
   * sends events of the types that the webhook subscribes to now, except tests and events of members who have been
   * erased since. Events that are being delivered or retried are left alone. Each event becomes a delivery with
   * the same event `id`; an event that was delivered before gets a different `deliveryId`, and `replayOf`.
   *
   * Deliveries are created in batches, those of the last minute once it is over, and no faster than the endpoint
   * accepts them; the list of replays shows the state. Only one replay runs at a time: the response is 409 while
   * another one is RUNNING, and while the webhook is DISABLED. If the webhook is disabled or deleted in the
   * meantime, its replay ends as STOPPED. Nothing is kept from before the oldest day of deliveries, so an earlier
   * `since` is raised to it.
   *
   * Permission: `webhooks:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly replayEvents: (args: {
    /** The webhook's UUID; any other text is treated as an unknown webhook (404). */
    readonly webhookId: string;
    readonly body: Schemas['ReplayBody'];
  }, options?: CallOptions) => Promise<Schemas['Replay']>;

  /**
   * Get activity over time
   *
   * Returns counts of what was done, one item for each minute, hour or day in UTC, oldest first, with zeros where
   * nothing happened; at most 1,500 items. Counts are up to date within two seconds, and those of hours, days and
   * campaigns within half a minute. They are meant for monitoring: a process that crashes loses its latest counts,
   * and the ledger is the authoritative record. Minutes are kept for 48 hours, hours for 92 days and days for 400.
   * With `campaignId`, only what that campaign took part in is counted.
   *
   * Permission: `campaigns:read`. The client sends the request again if the response is lost.
   */
  readonly getActivity: (args?: {
    /** The length of each item; for a campaign, an hour or a day. */
    readonly step?: Schemas['ActivityStep'] | undefined;
    /**
     * The first item is the one that contains this time. Default: 60 minutes, 24 hours or 30 days are returned.
     */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last item is the one that contains this time; a plain date means the end of that UTC day. Default: now,
     * which is also the latest possible time.
     */
    readonly to?: Schemas['Instant'] | undefined;
    /** Counts only what this campaign took part in. */
    readonly campaignId?: Schemas['Uuid'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Activity']>;

  /**
   * List activity by campaign
   *
   * Returns what each campaign gave in a range of whole UTC days. Campaigns that took part in nothing are left
   * out, and those with the most awards come first; at most 1,000 are returned. It is counted as in `getActivity`.
   * The `costCents` of a campaign add up to its `spentCents`.
   *
   * Permission: `campaigns:read`. The client sends the request again if the response is lost.
   */
  readonly listCampaignActivity: (args?: {
    /** The first day is the one that contains this time. Default: one day is returned. */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last day is the one that contains this time. Default: today, which is also the latest possible day.
     */
    readonly to?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['CampaignActivityList']>;

  /**
   * Get the points outstanding by day
   *
   * Returns the total of points that members hold, counted each night after 02:00 UTC, oldest first; the latest
   * 400 counts are kept. A new environment is counted within minutes of its first member. Points that move during
   * a count may or may not be included; if nothing moves, the count is the sum of all balances. Erased members and
   * pending points are not counted.
   *
   * Permission: `campaigns:read`. The client sends the request again if the response is lost.
   */
  readonly getLiability: (args?: {
    /** Returns only counts from this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Liability']>;

  /**
   * List exceptions
   *
   * Returns the points of returns, voids and adjustments over whole UTC days, added up by member, by the
   * credential that did it, or by the store that was named, those with the most first. There are at most 100
   * items, each with the days on which it has the most, at most 31. Lapses of authorizations are counted
   * separately from voids. Adjustments name no store, and those without `ref` show no credential here; the audit
   * log has it. At most the latest 100,000 actions are counted, and `countedFrom` says how far back they reach. The
   * figures are up to date within two seconds.
   *
   * Permission: `audit:read`. The client sends the request again if the response is lost.
   */
  readonly listExceptions: (args?: {
    /**
     * The first day is the one that contains this time. Default: 30 days are returned; at most 400 are possible.
     */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last day is the one that contains this time. Default: today, which is also the latest possible day.
     */
    readonly to?: Schemas['Instant'] | undefined;
    /** Whether the points are added up by member, by credential or by store. */
    readonly by?: Schemas['ExceptionsBy'] | undefined;
    /** The kind of points by which the list is ordered, the most first. */
    readonly orderBy?: Schemas['ExceptionOrder'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['Exceptions']>;

  /**
   * List reads by people
   *
   * Returns how often each person used each read operation on a UTC day. A person is the subject of a bearer
   * token. Every response with a 2xx status to an operation that only reads is counted, whatever it shows; reads
   * with API keys are not counted. The newest day comes first, and within a day the most frequent reads. There are
   * at most 1,000 items: if there are more, `countedFrom` says from which day on the list is complete, and a
   * shorter range shows the others. Counts are up to date within about ten seconds and are kept for 400 days. If a
   * process is killed, up to ten seconds of its counts are lost.
   *
   * Permission: `audit:read`. The client sends the request again if the response is lost.
   */
  readonly listReads: (args?: {
    /**
     * The first day is the one that contains this time. Default: 30 days are returned; at most 31 are possible.
     */
    readonly from?: Schemas['Instant'] | undefined;
    /**
     * The last day is the one that contains this time. Default: today, which is also the latest possible day.
     */
    readonly to?: Schemas['Instant'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['ReadCounts']>;

  /**
   * Get the settings
   *
   * Returns the settings of the environment, with defaults filled in, and who owns each of them: TENANT or
   * OPERATOR.
   *
   * Permission: `settings:read`. The client sends the request again if the response is lost.
   */
  readonly getSettings: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['SettingsRecord']>;

  /**
   * Change settings
   *
   * Changes only the settings that you send; `null` restores a default. A setting that the operator owns is
   * refused (403, `context.setting` and `context.owner`), and so is an unknown name (400). If one of them is
   * refused, none is changed. Every evaluate call that you send after the response uses the new settings; limits
   * and `corsOrigins` take effect within 10 s. `adjustedPointsPerDay` and `totalAdjustedPointsPerDay` take effect
   * at once when they are tightened, and a day later when they are loosened: until then the response shows them in
   * `upcoming`.
   *
   * Permission: `settings:write`. The client sends the request again if the response is lost.
   */
  readonly updateSettings: (args: {
    readonly body: Schemas['SettingsUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['SettingsRecord']>;

  /**
   * Get the environment and its limits
   *
   * Returns the tenant and the environment of the credential, and each limit with how much of it is used.
   *
   * Permission: `settings:read`. The client sends the request again if the response is lost.
   */
  readonly getEnvironment: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['EnvironmentRecord']>;

  /**
   * List request logs
   *
   * Returns the requests of the test environment in the last 7 days, newest first; at least the latest 10,000.
   * Test keys only: requests with live keys, and GET requests with a token, are not logged. A request is listed
   * about a second after its response; a request that is refused before its key is known is not listed. Several
   * filters are combined with AND. With `status` or `path`, a page may be short or even empty and still have a
   * `nextCursor`. The list ends only when `nextCursor` is null.
   *
   * Bodies are shown without their secrets: API keys, tokens, webhook secrets and reward codes are replaced by
   * `[removed]`. Bodies of lists, of bulk calls, of requests for erased members, and bodies above 16 KiB are not
   * kept. Erasing a member deletes every request that names them. If an environment sends more than about a
   * hundred requests a second, only some of them are listed.
   *
   * Permission: `request-logs:read`. Test keys only. The client sends the request again if the response is lost.
   */
  readonly listRequestLogs: (args?: {
    /** Returns only requests whose response had this status. */
    readonly status?: number | undefined;
    /** Returns only requests whose path contains this text. */
    readonly path?: string | undefined;
    /** Returns only requests from this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Returns only requests from this time or earlier; a plain date means the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['RequestLogList']>;

  /**
   * List permissions and roles
   *
   * Returns the permissions that a credential can have, and the roles, each of which stands for several
   * permissions. Later releases add permissions.
   *
   * Permission: `any`. The client sends the request again if the response is lost.
   */
  readonly listPermissions: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['PermissionCatalogue']>;

  /**
   * Get the current credential
   *
   * Returns what the key or token of this request is allowed to do, in which environment, and until when.
   *
   * Permission: `any`. The client sends the request again if the response is lost.
   */
  readonly getCredential: (args?: Readonly<Record<string, never>>, options?: CallOptions) => Promise<Schemas['CredentialRecord']>;

  /**
   * List API keys
   *
   * Returns the keys of the environment, newest first, including those that have expired or were revoked, but
   * never the keys' own text. With `state`, a page may be short or even empty and still have a `nextCursor`. The
   * list ends only when `nextCursor` is null.
   *
   * Permission: `keys:read`. The client sends the request again if the response is lost.
   */
  readonly listApiKeys: (args?: {
    /** Returns only keys in this state. */
    readonly state?: Schemas['ApiKeyState'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['ApiKeyList']>;

  /**
   * Create an API key
   *
   * Creates a key with `permissions` or with a `role`. Only this response shows the key: store it at once. If the
   * response is lost, revoke the key and create another one.
   *
   * You cannot grant more than you have: the permissions must be among your own, the expiry must not be later than
   * that of your own key, and the rate limit must not be above your own. The role `admin` grows with later
   * releases, and only somebody who has it can grant it; any other role stands for the permissions that it has
   * today. A plain date as the expiry means the end of that UTC day.
   *
   * An environment has at most 1,000 keys that are ACTIVE and have not been rotated. Of the keys that were
   * rotated, or have expired within a day, all beyond 1,000 count too.
   *
   * Permission: `keys:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly createApiKey: (args: {
    readonly body: Schemas['ApiKeyCreateBody'];
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Get an API key
   *
   * Returns one key in its current state, without its text.
   *
   * Permission: `keys:read`. The client sends the request again if the response is lost.
   */
  readonly getApiKey: (args: {
    /** The key's UUID; any other text is treated as an unknown key (404). */
    readonly keyId: string;
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Restrict an API key
   *
   * Changes the name of a key, or restricts it: fewer permissions, an earlier expiry, a lower rate limit. Anything
   * that would give the key more is refused; create another key for that. The change takes effect everywhere
   * within 10 seconds. All permissions of the key must be among your own.
   *
   * A 200 means that the change also survives a database that loses its latest changes; until that is certain, the
   * response is 503 WRITE_UNCONFIRMED: send the request again.
   *
   * Permission: `keys:write`. The client sends the request again if the response is lost.
   */
  readonly narrowApiKey: (args: {
    /** The key's UUID; any other text is treated as an unknown key (404). */
    readonly keyId: string;
    readonly body: Schemas['ApiKeyUpdateBody'];
  }, options?: CallOptions) => Promise<Schemas['ApiKey']>;

  /**
   * Rotate an API key
   *
   * Creates a successor with the same name, permissions and rate limit; only this response shows it. It is valid
   * for as long as the old key was created for, but not beyond the expiry of your own key. The old key ends after
   * `overlapHours`, or at its own expiry if that is earlier, so both keys work until then. All permissions of the
   * key must be among your own. A key can be rotated only once: to end the old one early, revoke it.
   *
   * Until it is certain that the change survives a database that loses its latest changes, the response is 503
   * WRITE_UNCONFIRMED, without the new key. If that or any other response is lost, `replacedBy` of the old key
   * names the successor: revoke the successor and create another key.
   *
   * Permission: `keys:write`. If the response is lost, the client does not send the request again: first check whether it was done.
   */
  readonly rotateApiKey: (args: {
    /** The key's UUID; any other text is treated as an unknown key (404). */
    readonly keyId: string;
    readonly body?: Schemas['ApiKeyRotateBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['ApiKeySuccessor']>;

  /**
   * Revoke an API key
   *
   * Revokes a key for good; within 10 seconds it is refused everywhere. The response lists the keys that it
   * created, those that they created, and so on; `alsoMade` revokes them too. All permissions of every key that is
   * to be revoked must be among your own, otherwise no key is revoked. Repeating the call changes nothing.
   *
   * A 200 means that the revocation also survives a database that loses its latest changes; until that is certain,
   * the response is 503 WRITE_UNCONFIRMED: send the request again.
   *
   * Permission: `keys:write`. The client sends the request again if the response is lost.
   */
  readonly revokeApiKey: (args: {
    /** The key's UUID; any other text is treated as an unknown key (404). */
    readonly keyId: string;
    readonly body?: Schemas['ApiKeyRevokeBody'] | undefined;
  }, options?: CallOptions) => Promise<Schemas['RevokedApiKey']>;

  /**
   * List audit log entries
   *
   * Returns the changes of this environment in the last 400 days, newest first: who made each change, by which
   * request, and what it changed. An entry is stored together with its change, so neither exists without the
   * other. Several filters are combined with AND. With `objectType` and `objectId` together, or with `actor`
   * alone, entries are found at once, however many there are. With other filters, a page may be short or even
   * empty and still have a `nextCursor`. The list ends only when `nextCursor` is null.
   *
   * Changes of configuration are shown by JSON pointers with the values before and after, without counters and
   * times. For a URL only the origin is shown, and for a large change only the pointers (`isTruncated`). For
   * members, an entry has the names of the changed fields but never their contents. No entry holds a secret, a
   * key, a code, a reason or any personal data. Receipts, redemptions, returns, events, enrolments, consents and
   * redeemed rewards have records of their own and are not in the audit log.
   *
   * Permission: `audit:read`. The client sends the request again if the response is lost.
   */
  readonly listAuditEntries: (args?: {
    /** Returns only changes by this key, person or operator, given as the `id` that an entry shows. */
    readonly actor?: string | undefined;
    /** Returns only changes by actors of this kind. Use it when a person may have the same name as a key. */
    readonly actorKind?: string | undefined;
    /** Returns only changes of this kind. */
    readonly action?: string | undefined;
    /** Returns only changes of objects of this type. */
    readonly objectType?: string | undefined;
    /**
     * Returns only changes of the object with this id: the key for an event definition, the name for a setting or a
     * code pool.
     */
    readonly objectId?: string | undefined;
    /** Returns only changes from this time or later. */
    readonly since?: Schemas['Instant'] | undefined;
    /** Returns only changes from this time or earlier; a plain date means the end of that UTC day. */
    readonly until?: Schemas['Instant'] | undefined;
    /** The `nextCursor` of the previous page. Send it unchanged and with the same filters. */
    readonly cursor?: string | undefined;
    /** The maximum number of items on a page. */
    readonly limit?: number | undefined;
  }, options?: CallOptions) => Promise<Schemas['AuditEntryList']>;
}

/** The operations that may be accepted with 202, each with the body of that response. */
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

/** The operations that return a list in pages, each with the type of its items. */
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
