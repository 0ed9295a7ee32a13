import java.util.UUID;
import loyalty.ApiClient;
import loyalty.ApiException;
import loyalty.api.AccessApi;
import loyalty.api.AccessApi.APICreateApiKeyRequest;
import loyalty.api.CampaignsApi;
import loyalty.api.CampaignsApi.APIArchiveCampaignRequest;
import loyalty.api.TransactionsApi;
import loyalty.api.TransactionsApi.APIEvaluateTransactionRequest;
import loyalty.model.ApiKey;
import loyalty.model.ApiKeyCreateBody;
import loyalty.model.EvaluateBody;

/** A till with a key of its own, which the client that openapi-generator made makes for it: it sells, and archives no campaign. */
final class Till {
  private Till() {
  }

  static void sell(ApiClient client, String baseUrl, UUID tenantId, String campaignId) throws ApiException {
    ApiKeyCreateBody wanted = new ApiKeyCreateBody().name("Till of the Java client").role("till");
    ApiKey made = new AccessApi(client).createApiKey(
        APICreateApiKeyRequest.newBuilder().tenantId(tenantId).apiKeyCreateBody(wanted).build());
    String key = made.getKey();
    ApiClient own = new ApiClient();
    own.updateBaseUri(baseUrl);
    own.setRequestInterceptor(request -> request.header("X-API-Key", key));
    EvaluateBody receipt =
        new EvaluateBody().transactionRef("java-till-" + UUID.randomUUID()).memberRef("java-customer").amount(5000L);
    new TransactionsApi(own).evaluateTransaction(
        APIEvaluateTransactionRequest.newBuilder().tenantId(tenantId).evaluateBody(receipt).build());
    try {
      new CampaignsApi(own).archiveCampaign(
          APIArchiveCampaignRequest.newBuilder().tenantId(tenantId).campaignId(campaignId).build());
    } catch (ApiException refused) {
      if (refused.getCode() == 403) return;
      throw refused;
    }
    throw new IllegalStateException("A till archived a campaign");
  }
}
