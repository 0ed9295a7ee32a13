import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import loyalty.ApiClient;
import loyalty.ApiException;
import loyalty.api.MembersApi;
import loyalty.api.MembersApi.APIAdjustPointsRequest;
import loyalty.api.MembersApi.APICreateMemberRequest;
import loyalty.api.MembersApi.APIEraseMemberRequest;
import loyalty.api.MembersApi.APIGetMemberStatisticsRequest;
import loyalty.api.MembersApi.APIListConsentsRequest;
import loyalty.api.MembersApi.APIListExpiringPointsRequest;
import loyalty.api.MembersApi.APIListMembersRequest;
import loyalty.api.MembersApi.APIRecordConsentRequest;
import loyalty.api.MembersApi.APIReinstateMemberRequest;
import loyalty.api.MembersApi.APISuspendMemberRequest;
import loyalty.api.MembersApi.APIUpdateMemberRequest;
import loyalty.api.TransactionsApi;
import loyalty.api.TransactionsApi.APIGetBurnRateRequest;
import loyalty.api.TransactionsApi.APIQuoteRedemptionRequest;
import loyalty.api.TransactionsApi.APIRedeemPointsRequest;
import loyalty.model.AdjustPointsBody;
import loyalty.model.Adjustment;
import loyalty.model.ConsentBody;
import loyalty.model.ConsentChannel;
import loyalty.model.ConsentList;
import loyalty.model.ConsentPurpose;
import loyalty.model.ExpiringPointsList;
import loyalty.model.Member;
import loyalty.model.MemberActionBody;
import loyalty.model.MemberCreateBody;
import loyalty.model.MemberList;
import loyalty.model.MemberState;
import loyalty.model.MemberStatistics;
import loyalty.model.MemberUpdateBody;
import loyalty.model.RedeemBody;
import loyalty.model.RedeemQuoteBody;
import loyalty.model.RedeemResult;

/**
 * A member's life with the client that openapi-generator made: enrolled, found, given points, quoted and redeemed,
 * suspended and reinstated, asked for consent, read in figures, and erased.
 */
final class MemberLife {
  private final UUID tenantId;
  /** A campaign that burns 10 points for R1. */
  private final UUID campaignId;
  private final MembersApi members;
  private final TransactionsApi transactions;
  private final String ref = "java-member-" + UUID.randomUUID();

  MemberLife(ApiClient client, UUID tenantId, UUID campaignId) {
    this.tenantId = tenantId;
    this.campaignId = campaignId;
    members = new MembersApi(client);
    transactions = new TransactionsApi(client);
  }

  /** One sentence on what happened. */
  String live() throws ApiException {
    MemberCreateBody newcomer = new MemberCreateBody().externalRef(ref).name("Thandi Nkosi");
    String memberId = members.createMember(
        APICreateMemberRequest.newBuilder()
            .tenantId(tenantId).memberCreateBody(newcomer).build()).getId().toString();
    findIt(memberId);
    givePoints(memberId);
    String redeemed = redeem();
    changeStates(memberId);
    consent(memberId);
    MemberStatistics figures = members.getMemberStatistics(
        APIGetMemberStatisticsRequest.newBuilder().tenantId(tenantId).memberId(memberId).build());
    check(figures.getPointsBalance() == 500 && figures.getDaysSinceLastTxn() == null, "500 points are left: " + figures);
    erase(memberId);
    return redeemed;
  }

  private void findIt(String memberId) throws ApiException {
    MemberUpdateBody change = new MemberUpdateBody().phone("+27 82 555 0142");
    Member changed = members.updateMember(
        APIUpdateMemberRequest.newBuilder().tenantId(tenantId).memberId(memberId).memberUpdateBody(change).build());
    check("+27 82 555 0142".equals(changed.getPhone()), "the profile has the number: " + changed);
    MemberList found = members.listMembers(APIListMembersRequest.newBuilder().tenantId(tenantId).ref(ref).build());
    check(found.getMembers().size() == 1, "the member is found: " + found);
  }

  private void givePoints(String memberId) throws ApiException {
    String expiresAt = Instant.now().plus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
    AdjustPointsBody welcome = new AdjustPointsBody().points(1000L).reason("Welcome").expiresAt(expiresAt);
    Adjustment adjusted = members.adjustPoints(
        APIAdjustPointsRequest.newBuilder()
            .tenantId(tenantId).memberId(memberId).adjustPointsBody(welcome).build());
    check(adjusted.getPointsBalance() == 1000, "the points are given: " + adjusted);
    ExpiringPointsList expiring = members.listExpiringPoints(
        APIListExpiringPointsRequest.newBuilder().tenantId(tenantId).memberId(memberId).within(30).build());
    check(expiring.getExpiring().get(0).getPoints() == 1000, "they expire: " + expiring);
  }

  private String redeem() throws ApiException {
    double rate = transactions.getBurnRate(
        APIGetBurnRateRequest.newBuilder().tenantId(tenantId).campaignId(campaignId).build()).getPointsPerRand();
    check(rate == 10.0, "10 points are R1, not " + rate);
    RedeemQuoteBody asked =
        new RedeemQuoteBody().memberRef(ref).amount(15000L).pointsRequested(500L).campaignId(campaignId);
    long quoted = transactions.quoteRedemption(
        APIQuoteRedemptionRequest.newBuilder()
            .tenantId(tenantId).redeemQuoteBody(asked).build()).getDiscountAmount();
    check(quoted == 5000, "500 points are 5000 cents, not " + quoted);
    RedeemBody order = new RedeemBody()
        .transactionRef(ref).memberRef(ref).amount(15000L).pointsRequested(500L).campaignId(campaignId);
    RedeemResult result = transactions.redeemPoints(
        APIRedeemPointsRequest.newBuilder().tenantId(tenantId).redeemBody(order).build());
    check(result.getDiscountAmount() == 5000 && result.getBalanceAfter() == 500, "it is redeemed: " + result);
    int refused = statusOf(() ->
        transactions.redeemPoints(
            APIRedeemPointsRequest.newBuilder()
                .tenantId(tenantId).redeemBody(order.transactionRef(ref + "-more").pointsRequested(501L)).build()));
    check(refused == 422, "501 of 500 points are refused, not " + refused);
    return result.getPointsRedeemed() + " points redeemed for " + result.getDiscountAmount()
        + " cents, 501 of 500 refused with " + refused;
  }

  private void changeStates(String memberId) throws ApiException {
    MemberActionBody reason = new MemberActionBody().reason("Card was stolen");
    Member suspended = members.suspendMember(
        APISuspendMemberRequest.newBuilder()
            .tenantId(tenantId).memberId(memberId).memberActionBody(reason).build());
    check(suspended.getState() == MemberState.SUSPENDED, "the member is suspended: " + suspended);
    Member reinstated = members.reinstateMember(
        APIReinstateMemberRequest.newBuilder()
            .tenantId(tenantId).memberId(memberId).memberActionBody(new MemberActionBody()).build());
    check(reinstated.getState() == MemberState.ACTIVE, "the member is active again: " + reinstated);
  }

  private void consent(String memberId) throws ApiException {
    ConsentBody given = new ConsentBody()
        .memberId(UUID.fromString(memberId))
        .purpose(ConsentPurpose.MARKETING)
        .addChannelsItem(ConsentChannel.SMS)
        .granted(true)
        .source("till")
        .evidence(Map.of("form", 7));
    members.recordConsent(APIRecordConsentRequest.newBuilder().tenantId(tenantId).consentBody(given).build());
    ConsentList consents = members.listConsents(
        APIListConsentsRequest.newBuilder().tenantId(tenantId).memberId(memberId).build());
    check(consents.getCurrent().get(0).getGranted(), "the consent counts: " + consents);
  }

  private void erase(String memberId) throws ApiException {
    MemberState state = members.eraseMember(
        APIEraseMemberRequest.newBuilder().tenantId(tenantId).memberId(memberId).build()).getState();
    check(state == MemberState.ANONYMIZED, "the member is erased, not " + state);
    int again = statusOf(() -> members.createMember(
        APICreateMemberRequest.newBuilder()
            .tenantId(tenantId).memberCreateBody(new MemberCreateBody().externalRef(ref)).build()));
    check(again == 403, "an erased member is not enrolled again: " + again);
  }

  private interface Call {
    Object send() throws ApiException;
  }

  /** The status of a call that is refused; 0 of one that is not. */
  private static int statusOf(Call call) {
    try {
      call.send();
      return 0;
    } catch (ApiException refused) {
      return refused.getCode();
    }
  }

  private static void check(boolean holds, String fact) {
    if (!holds) throw new IllegalStateException("It is not so that " + fact);
  }
}
