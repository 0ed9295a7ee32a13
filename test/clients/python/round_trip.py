"""Uses the API with the client that openapi-generator made, which writes null for members that are absent: a campaign with AND is
read and written back, a receipt is returned whole, a list has a STATIC segment, and a received webhook is read by its type."""

import sys
from uuid import UUID, uuid4

from loyalty_by_openapi_generator import (
    ApiClient,
    CampaignCondition,
    CampaignCreateBody,
    CampaignsApi,
    CampaignUpdateBody,
    Configuration,
    EarningRule,
    EvaluateBody,
    ReturnBody,
    SegmentCreateBody,
    SegmentsApi,
    SegmentType,
    SpendPercentageRule,
    TransactionProcessedEvent,
    TransactionsApi,
)


def check(holds: bool, fact: str) -> None:
    if not holds:
        raise SystemExit(f"It is not so that {fact}")


base_url, tenant, key, webhook_file = sys.argv[1:5]
tenant_id = UUID(tenant)
client = ApiClient(Configuration(host=base_url, api_key={"apiKey": key}))
campaigns, segments, transactions = CampaignsApi(client), SegmentsApi(client), TransactionsApi(client)
ref = f"python-generator-{uuid4()}"

tree = {
    "operator": "AND",
    "conditions": [
        {"field": "store_ref", "op": "in", "value": ["python-shop"]},
        {"operator": "OR", "conditions": [{"lines": {"field": "sku", "op": "eq", "value": "wine"}}]},
    ],
}
rule = EarningRule(SpendPercentageRule(type="SPEND_PERCENTAGE", percentage=1.0))
new = CampaignCreateBody(name="One percent for Python", earning_rule=rule, conditions=CampaignCondition.from_dict(tree))
made = campaigns.create_campaign(tenant_id, new)
try:
    read = campaigns.get_campaign(tenant_id, str(made.id))
    back = CampaignUpdateBody(conditions=read.conditions, earn_on=read.earn_on)
    written = campaigns.update_campaign(tenant_id, str(made.id), back)
    check(written.conditions == read.conditions, f"the conditions are written back as they were: {written.conditions}")
finally:
    campaigns.archive_campaign(tenant_id, str(made.id))

transactions.evaluate_transaction(tenant_id, EvaluateBody(transaction_ref=ref, member_ref=ref, amount=15_000))
whole = ReturnBody.from_dict({"transactionRef": ref, "returnRef": f"{ref}-a", "whole": True})
returned = transactions.return_purchase(tenant_id, whole)
check(returned.amount_remaining == 0, f"all comes back: {returned}")

segment = segments.create_segment(tenant_id, SegmentCreateBody(name=ref, type=SegmentType.STATIC))
listed = segments.list_segments(tenant_id, limit=200).segments
check([one.rules for one in listed if one.id == segment.id] == [None], f"a STATIC segment has no rules: {listed}")
segments.delete_segment(tenant_id, str(segment.id))

with open(webhook_file, encoding="utf-8") as file:
    event = TransactionProcessedEvent.from_json(file.read())
check(len(event.data.campaigns) > 0, f"the parts of a webhook are read: {event}")
print(f"by openapi-generator: {returned.points_reversed} points returned with the whole receipt, a webhook of {event.data.points_awarded}")
