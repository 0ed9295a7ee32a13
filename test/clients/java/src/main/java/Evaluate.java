import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.UUID;
import loyalty.ApiClient;
import loyalty.ApiException;
import loyalty.api.CampaignsApi;
import loyalty.api.CampaignsApi.APIActivateCampaignRequest;
import loyalty.api.CampaignsApi.APIArchiveCampaignRequest;
import loyalty.api.CampaignsApi.APICreateCampaignRequest;
import loyalty.api.TransactionsApi;
import loyalty.api.TransactionsApi.APIAuthorizeRedemptionRequest;
import loyalty.api.TransactionsApi.APICaptureRedemptionRequest;
import loyalty.api.TransactionsApi.APIEvaluateTransactionRequest;
import loyalty.api.TransactionsApi.APIGetTransactionRequest;
import loyalty.api.TransactionsApi.APIReturnPurchaseRequest;
import loyalty.api.TransactionsApi.APIVoidRedemptionRequest;
import loyalty.model.AuthorizeBody;
import loyalty.model.Campaign;
import loyalty.model.CampaignAward;
import loyalty.model.CampaignCreateBody;
import loyalty.model.CampaignState;
import loyalty.model.CaptureResult;
import loyalty.model.EarningRule;
import loyalty.model.EvaluateBody;
import loyalty.model.EvaluateResult;
import loyalty.model.RedeemResult;
import loyalty.model.RedemptionName;
import loyalty.model.RedemptionRule;
import loyalty.model.ReturnBody;
import loyalty.model.ReturnResult;
import loyalty.model.SpendPercentageRule;
import loyalty.model.TransactionOutcome;
import loyalty.model.TransactionState;
import loyalty.model.ValidationProblem;
import loyalty.model.VoidResult;

/**
 * Evaluates one receipt with the client that openapi-generator made: a campaign is created and activated for it, what
 * became of it is asked for again, a receipt that is not valid is refused in words that can be read, and a member lives
 * from enrolment to erasure.
 */
public final class Evaluate {
  private final ApiClient client;
  private final String baseUrl;
  private final UUID tenantId;
  private final CampaignsApi campaigns;
  private final TransactionsApi transactions;

  private Evaluate(String baseUrl, UUID tenantId, String key) {
    this.tenantId = tenantId;
    this.baseUrl = baseUrl;
    client = new ApiClient();
    client.updateBaseUri(baseUrl);
    client.setRequestInterceptor(request -> request.header("X-API-Key", key));
    campaigns = new CampaignsApi(client);
    transactions = new TransactionsApi(client);
  }

  public static void main(String[] args) throws Exception {
    Evaluate evaluate = new Evaluate(args[0], UUID.fromString(args[1]), args[2]);
    String read = new ReadBack(evaluate.client, evaluate.tenantId).read(Path.of(args[3]));
    System.out.println(evaluate.run() + "; " + read);
  }

  private String run() throws Exception {
    String campaignId = activeCampaign();
    try {
      return evaluate(campaignId);
    } finally {
      campaigns.archiveCampaign(
          APIArchiveCampaignRequest.newBuilder().tenantId(tenantId).campaignId(campaignId).build());
    }
  }

  private String evaluate(String campaignId) throws Exception {
    String ref = "java-" + UUID.randomUUID();
    EvaluateBody receipt = new EvaluateBody().transactionRef(ref).memberRef("java-customer").amount(15000L);
    EvaluateResult result = transactions.evaluateTransaction(
        APIEvaluateTransactionRequest.newBuilder().tenantId(tenantId).evaluateBody(receipt).build());
    check(earnedOf(result, campaignId) == 150, "the campaign gives 150 points: " + result);
    TransactionOutcome outcome = transactions.getTransaction(
        APIGetTransactionRequest.newBuilder().tenantId(tenantId).transactionRef(ref).build());
    check(outcome.getState() == TransactionState.PROCESSED, "it is decided: " + outcome);
    giveBack(ref);
    payWithPoints(receipt);
    ValidationProblem problem = problemOf(new EvaluateBody());
    Till.sell(client, baseUrl, tenantId, campaignId);
    String lived = new MemberLife(client, tenantId, UUID.fromString(campaignId)).live();
    return String.format(
        "%d points awarded, the balance is %d; an empty receipt has %d faults, as %s %s; %s",
        outcome.getPointsAwarded(),
        result.getPointsBalance(),
        problem.getContext().getErrors().size(),
        problem.getContext().getErrors().get(0).getPointer(),
        problem.getContext().getErrors().get(0).getMessage(),
        lived);
  }

  /** A third of the receipt, then more than is left of it. */
  private void giveBack(String ref) throws ApiException {
    ReturnBody third = new ReturnBody().transactionRef(ref).returnRef(ref + "-a").amount(5000L);
    ReturnResult returned = transactions.returnPurchase(
        APIReturnPurchaseRequest.newBuilder().tenantId(tenantId).returnBody(third).build());
    check(returned.getPointsReversed() >= 50, "its points are reversed: " + returned);
    check(returned.getAmountRemaining() == 10000, "two thirds are left: " + returned);
    try {
      transactions.returnPurchase(
          APIReturnPurchaseRequest.newBuilder()
              .tenantId(tenantId).returnBody(third.returnRef(ref + "-b").amount(10001L)).build());
    } catch (ApiException refused) {
      check(refused.getCode() == 422, "more than is left is refused, not " + refused.getCode());
      return;
    }
    throw new IllegalStateException("More than is left was returned");
  }

  /** 20 points of the receipt's member are authorized, captured, and given back after all. */
  private void payWithPoints(EvaluateBody receipt) throws ApiException {
    String ref = receipt.getTransactionRef() + "-order";
    AuthorizeBody order = new AuthorizeBody()
        .transactionRef(ref).memberRef(receipt.getMemberRef()).amount(receipt.getAmount()).pointsRequested(20L);
    RedeemResult authorized = transactions.authorizeRedemption(
        APIAuthorizeRedemptionRequest.newBuilder().tenantId(tenantId).authorizeBody(order).build());
    check(authorized.getDiscountAmount() == 200 && authorized.getExpiresAt() != null, "it may lapse: " + authorized);
    RedemptionName name = new RedemptionName().transactionRef(ref);
    CaptureResult captured = transactions.captureRedemption(
        APICaptureRedemptionRequest.newBuilder().tenantId(tenantId).redemptionName(name).build());
    check(captured.getPointsRedeemed() == 20, "the points are taken for good: " + captured);
    VoidResult voided = transactions.voidRedemption(
        APIVoidRedemptionRequest.newBuilder().tenantId(tenantId).redemptionName(name).build());
    check(voided.getPointsRefunded() == 20, "the points come back: " + voided);
  }

  private String activeCampaign() throws ApiException {
    CampaignCreateBody body = new CampaignCreateBody()
        .name("One percent for the Java client")
        .redemptionRule(new RedemptionRule().pointsPerRand(10.0))
        .earningRule(new EarningRule(
            new SpendPercentageRule().type(SpendPercentageRule.TypeEnum.SPEND_PERCENTAGE).percentage(1.0)));
    String id = campaigns.createCampaign(
        APICreateCampaignRequest.newBuilder()
            .tenantId(tenantId).campaignCreateBody(body).build()).getId().toString();
    Campaign active = campaigns.activateCampaign(
        APIActivateCampaignRequest.newBuilder().tenantId(tenantId).campaignId(id).build());
    check(active.getState() == CampaignState.ACTIVE, "the campaign is active: " + active);
    check(active.getEarningRule().getSpendPercentageRule().getPercentage() == 1.0, "its rule is kept: " + active);
    return id;
  }

  private long earnedOf(EvaluateResult result, String campaignId) {
    return result.getCampaigns().stream()
        .filter(award -> award.getCampaignId().toString().equals(campaignId))
        .mapToLong(CampaignAward::getPointsEarned)
        .sum();
  }

  private ValidationProblem problemOf(EvaluateBody receipt) throws Exception {
    try {
      transactions.evaluateTransaction(
          APIEvaluateTransactionRequest.newBuilder().tenantId(tenantId).evaluateBody(receipt).build());
    } catch (ApiException refused) {
      JsonNode problem = client.getObjectMapper().readTree(refused.getResponseBody());
      return client.getObjectMapper().treeToValue(problem, ValidationProblem.class);
    }
    throw new IllegalStateException("A receipt without anything was accepted.");
  }

  private static void check(boolean holds, String fact) {
    if (!holds) throw new IllegalStateException("It is not so that " + fact);
  }
}
