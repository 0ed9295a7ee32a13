"""Uses the API with the client that openapi-python-client made: a campaign with AND is read and written back, a member earns, pays
and is returned a whole receipt, a list has a STATIC segment, and a received webhook is read by its type."""

import json
import sys
from typing import TypeVar
from uuid import UUID, uuid4

from loyalty import AuthenticatedClient
from loyalty.api.campaigns import activate_campaign, archive_campaign, create_campaign, get_campaign, update_campaign
from loyalty.api.members import adjust_points, create_member, list_members
from loyalty.api.segments import create_segment, delete_segment, list_segments
from loyalty.api.transactions import (
    authorize_redemption,
    capture_redemption,
    evaluate_transaction,
    get_transaction,
    quote_redemption,
    return_purchase,
    void_redemption,
)
from loyalty.models import (
    Adjustment,
    AdjustPointsBody,
    AuthorizeBody,
    Campaign,
    CampaignCondition,
    CampaignCreateBody,
    CampaignUpdateBody,
    CaptureResult,
    EvaluateBody,
    EvaluateResult,
    Member,
    MemberCreateBody,
    MemberList,
    RedeemQuote,
    RedeemQuoteBody,
    RedeemResult,
    RedemptionName,
    RedemptionRule,
    ReturnBody,
    ReturnResult,
    Segment,
    SegmentCreateBody,
    SegmentList,
    SegmentType,
    SpendPercentageRule,
    TransactionOutcome,
    TransactionProcessedEvent,
    ValidationProblem,
    VoidResult,
)

Kind = TypeVar("Kind")


def check(holds: bool, fact: str) -> None:
    if not holds:
        raise SystemExit(f"It is not so that {fact}")


def of(kind: type[Kind], answer: object) -> Kind:
    if not isinstance(answer, kind):
        raise SystemExit(f"Instead of {kind.__name__} the API sent {answer}")
    return answer


base_url, tenant, key, webhook_file = sys.argv[1:5]
tenant_id = UUID(tenant)
client = AuthenticatedClient(base_url, token=key, prefix="", auth_header_name="X-API-Key")
ref = f"python-{uuid4()}"


def active_campaign() -> Campaign:
    tree = CampaignCondition.from_dict(
        {
            "operator": "AND",
            "conditions": [
                {"field": "store_ref", "op": "in", "value": ["python-shop"]},
                {"lines": {"field": "sku", "op": "eq", "value": "wine"}},
            ],
        }
    )
    body = CampaignCreateBody(
        name="One percent for the Python client",
        earning_rule=SpendPercentageRule("SPEND_PERCENTAGE", 1.0),
        redemption_rule=RedemptionRule(points_per_rand=10.0),
        conditions=tree,
    )
    made = of(Campaign, create_campaign.sync(tenant_id, client=client, body=body))
    read = of(Campaign, get_campaign.sync(tenant_id, str(made.id), client=client))
    back = CampaignUpdateBody(earning_rule=read.earning_rule, conditions=read.conditions)
    written = of(Campaign, update_campaign.sync(tenant_id, str(made.id), client=client, body=back))
    check(written.conditions == tree, f"the conditions are written back as they were: {written.conditions}")
    return of(Campaign, activate_campaign.sync(tenant_id, str(made.id), client=client))


def sell(campaign: Campaign) -> EvaluateResult:
    receipt = {
        "transactionRef": ref,
        "memberRef": ref,
        "amount": 15_000,
        "storeRef": "python-shop",
        "products": [{"sku": "wine", "quantity": 1, "unitPrice": 15_000}],
    }
    body = EvaluateBody.from_dict(receipt)
    result = of(EvaluateResult, evaluate_transaction.sync(tenant_id, client=client, body=body))
    earned = [award.points_earned for award in result.campaigns if award.campaign_id == campaign.id]
    check(earned == [150], f"the campaign gives 150 points: {result}")
    outcome = of(TransactionOutcome, get_transaction.sync(tenant_id, ref, client=client))
    check(outcome.state == "PROCESSED", f"it is decided: {outcome}")
    return result


def pay_with_points(campaign: Campaign) -> None:
    asked = RedeemQuoteBody(member_ref=ref, amount=15_000, points_requested=20, campaign_id=campaign.id)
    quote = of(RedeemQuote, quote_redemption.sync(tenant_id, client=client, body=asked))
    check(quote.discount_amount == 200, f"20 points are R2: {quote}")
    name = f"{ref}-order"
    order = AuthorizeBody(name, ref, 15_000, 20, campaign_id=campaign.id)
    authorized = of(RedeemResult, authorize_redemption.sync(tenant_id, client=client, body=order))
    check(authorized.discount_amount == 200, f"20 points are authorized: {authorized}")
    named = RedemptionName(name)
    captured = of(CaptureResult, capture_redemption.sync(tenant_id, client=client, body=named))
    check(captured.points_redeemed == 20, f"20 points are taken: {captured}")
    voided = of(VoidResult, void_redemption.sync(tenant_id, client=client, body=named))
    check(voided.points_refunded == 20, f"20 points come back: {voided}")


def static_segment() -> None:
    body = SegmentCreateBody(name=ref, type_=SegmentType.STATIC)
    made = of(Segment, create_segment.sync(tenant_id, client=client, body=body))
    listed = of(SegmentList, list_segments.sync(tenant_id, client=client, limit=200))
    found = [one for one in listed.segments if one.id == made.id]
    check([one.rules for one in found] == [None], f"a STATIC segment has no rules: {found}")
    delete_segment.sync_detailed(tenant_id, str(made.id), client=client)


def enrol() -> None:
    newcomer = MemberCreateBody(external_ref=ref, name="Thandi Nkosi")
    member = of(Member, create_member.sync(tenant_id, client=client, body=newcomer))
    welcome = AdjustPointsBody(points=1_000, reason="Welcome")
    given = of(Adjustment, adjust_points.sync(tenant_id, str(member.id), client=client, body=welcome))
    check(given.points_balance == 1_000, f"the points are given: {given}")
    found = of(MemberList, list_members.sync(tenant_id, client=client, search=ref))
    check([one.id for one in found.members] == [member.id], f"the member is found: {found}")


def read_webhook() -> str:
    with open(webhook_file, encoding="utf-8") as file:
        event = TransactionProcessedEvent.from_dict(json.load(file))
    check(event.event == "transaction.processed" and len(event.data.campaigns) > 0, f"its parts are read: {event}")
    return f"a webhook of {event.data.points_awarded} points"


campaign = active_campaign()
try:
    enrol()
    result = sell(campaign)
    pay_with_points(campaign)
    whole = ReturnBody(transaction_ref=ref, return_ref=f"{ref}-a", whole=True)
    returned = of(ReturnResult, return_purchase.sync(tenant_id, client=client, body=whole))
    check(returned.amount_remaining == 0 and returned.points_reversed >= 150, f"all comes back: {returned}")
    empty = EvaluateBody.from_dict({"transactionRef": "", "memberRef": "", "amount": -1})
    problem = of(ValidationProblem, evaluate_transaction.sync(tenant_id, client=client, body=empty))
    static_segment()
    print(
        f"{result.points_awarded} points awarded, {returned.points_reversed} returned with the whole receipt; "
        f"a faulty receipt has {len(problem.context.errors)} faults; {read_webhook()}"
    )
finally:
    archive_campaign.sync(tenant_id, str(campaign.id), client=client)
