import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import loyalty.ApiClient;
import loyalty.ApiException;
import loyalty.api.CampaignsApi;
import loyalty.api.CampaignsApi.APIArchiveCampaignRequest;
import loyalty.api.CampaignsApi.APICreateCampaignRequest;
import loyalty.api.CampaignsApi.APIGetCampaignRequest;
import loyalty.api.CampaignsApi.APIUpdateCampaignRequest;
import loyalty.api.SegmentsApi;
import loyalty.api.SegmentsApi.APICreateSegmentRequest;
import loyalty.api.SegmentsApi.APIDeleteSegmentRequest;
import loyalty.api.SegmentsApi.APIListSegmentsRequest;
import loyalty.api.TransactionsApi;
import loyalty.api.TransactionsApi.APIEvaluateTransactionRequest;
import loyalty.api.TransactionsApi.APIReturnPurchaseRequest;
import loyalty.model.Campaign;
import loyalty.model.CampaignCondition;
import loyalty.model.CampaignCreateBody;
import loyalty.model.CampaignUpdateBody;
import loyalty.model.EarningRule;
import loyalty.model.EvaluateBody;
import loyalty.model.ReturnBody;
import loyalty.model.ReturnResult;
import loyalty.model.Segment;
import loyalty.model.SegmentCreateBody;
import loyalty.model.SegmentType;
import loyalty.model.SpendPercentageRule;
import loyalty.model.TransactionProcessedEvent;

/** What others make is read back: conditions of a campaign, a list with a STATIC segment, a whole return, a received webhook. */
final class ReadBack {
  private static final String CONDITIONS = "{\"operator\": \"AND\", \"conditions\": ["
      + "{\"field\": \"store_ref\", \"op\": \"in\", \"value\": [\"java-shop\"]},"
      + "{\"lines\": {\"field\": \"sku\", \"op\": \"eq\", \"value\": \"wine\"}}]}";

  private final ApiClient client;
  private final UUID tenantId;
  private final String ref = "java-read-" + UUID.randomUUID();

  ReadBack(ApiClient client, UUID tenantId) {
    this.client = client;
    this.tenantId = tenantId;
  }

  /** One sentence on what was read. */
  String read(Path webhook) throws Exception {
    writeBack();
    listStatic();
    returnWhole();
    TransactionProcessedEvent event =
        client.getObjectMapper().readValue(Files.readString(webhook), TransactionProcessedEvent.class);
    check(!event.getData().getCampaigns().isEmpty(), "the parts of a webhook are read: " + event);
    return "a webhook of " + event.getData().getPointsAwarded() + " points";
  }

  private void writeBack() throws Exception {
    CampaignsApi campaigns = new CampaignsApi(client);
    CampaignCondition tree = client.getObjectMapper().readValue(CONDITIONS, CampaignCondition.class);
    CampaignCreateBody body = new CampaignCreateBody()
        .name("Read and written back by Java")
        .conditions(tree)
        .earningRule(new EarningRule(
            new SpendPercentageRule().type(SpendPercentageRule.TypeEnum.SPEND_PERCENTAGE).percentage(1.0)));
    String id = campaigns.createCampaign(
        APICreateCampaignRequest.newBuilder()
            .tenantId(tenantId).campaignCreateBody(body).build()).getId().toString();
    try {
      CampaignCondition read = campaigns.getCampaign(
          APIGetCampaignRequest.newBuilder().tenantId(tenantId).campaignId(id).build()).getConditions();
      CampaignUpdateBody change = new CampaignUpdateBody().conditions(read);
      Campaign written = campaigns.updateCampaign(
          APIUpdateCampaignRequest.newBuilder()
              .tenantId(tenantId).campaignId(id).campaignUpdateBody(change).build());
      check(written.getConditions().equals(tree), "the conditions are as they were: " + written.getConditions());
    } finally {
      campaigns.archiveCampaign(APIArchiveCampaignRequest.newBuilder().tenantId(tenantId).campaignId(id).build());
    }
  }

  private void listStatic() throws ApiException {
    SegmentsApi segments = new SegmentsApi(client);
    SegmentCreateBody body = new SegmentCreateBody().name(ref).type(SegmentType.STATIC);
    UUID id = segments.createSegment(
        APICreateSegmentRequest.newBuilder().tenantId(tenantId).segmentCreateBody(body).build()).getId();
    Segment found = segments.listSegments(
        APIListSegmentsRequest.newBuilder().tenantId(tenantId).limit(200).build()).getSegments().stream()
        .filter(segment -> segment.getId().equals(id))
        .findFirst()
        .orElseThrow();
    check(found.getRules() == null, "a STATIC segment has no rules: " + found);
    segments.deleteSegment(
        APIDeleteSegmentRequest.newBuilder().tenantId(tenantId).segmentId(id.toString()).build());
  }

  private void returnWhole() throws ApiException {
    TransactionsApi transactions = new TransactionsApi(client);
    EvaluateBody receipt = new EvaluateBody().transactionRef(ref).memberRef(ref).amount(15000L);
    transactions.evaluateTransaction(
        APIEvaluateTransactionRequest.newBuilder().tenantId(tenantId).evaluateBody(receipt).build());
    ReturnBody whole = new ReturnBody().transactionRef(ref).returnRef(ref + "-a").whole(true);
    ReturnResult returned = transactions.returnPurchase(
        APIReturnPurchaseRequest.newBuilder().tenantId(tenantId).returnBody(whole).build());
    check(returned.getAmountRemaining() == 0, "all comes back: " + returned);
  }

  private static void check(boolean holds, String fact) {
    if (!holds) throw new IllegalStateException("It is not so that " + fact);
  }
}
