// Evaluates one receipt with the client that oapi-codegen made: a campaign is created and activated for it, what
// became of it is asked for again, a receipt that is not valid is refused in words that can be read, and a member lives from
// enrolment to erasure.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"loyalty-example/loyalty"
)

func main() {
	baseURL, tenantID, key := os.Args[1], uuid.MustParse(os.Args[2]), os.Args[3]
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", key)
		return nil
	}
	client, err := loyalty.NewClientWithResponses(baseURL, loyalty.WithRequestEditorFn(withKey))
	if err != nil {
		fail(err)
	}
	if err := run(client, baseURL, tenantID); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func run(client *loyalty.ClientWithResponses, baseURL string, tenantID uuid.UUID) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	campaignID, err := activeCampaign(ctx, client, tenantID)
	if err != nil {
		return err
	}
	defer client.ArchiveCampaignWithResponse(ctx, tenantID, campaignID, nil)

	receipt := loyalty.EvaluateBody{TransactionRef: "go-" + uuid.NewString(), MemberRef: "go-customer", Amount: 15000}
	evaluated, err := client.EvaluateTransactionWithResponse(ctx, tenantID, nil, receipt)
	if err != nil {
		return err
	}
	if evaluated.JSON200 == nil {
		return fmt.Errorf("evaluate answered %s: %s", evaluated.Status(), evaluated.Body)
	}
	if earned := earnedOf(evaluated.JSON200.Campaigns, campaignID); earned != 150 {
		return fmt.Errorf("the campaign gave %d points instead of 150", earned)
	}
	outcome, err := client.GetTransactionWithResponse(ctx, tenantID, receipt.TransactionRef, nil)
	if err != nil {
		return err
	}
	if outcome.JSON200 == nil || outcome.JSON200.State != loyalty.TransactionStatePROCESSED {
		return fmt.Errorf("what became of it was answered %s: %s", outcome.Status(), outcome.Body)
	}
	if err := giveBack(ctx, client, tenantID, receipt.TransactionRef); err != nil {
		return err
	}
	if err := payWithPoints(ctx, client, tenantID, receipt); err != nil {
		return err
	}
	refused, err := client.EvaluateTransactionWithResponse(ctx, tenantID, nil, loyalty.EvaluateBody{})
	if err != nil {
		return err
	}
	if refused.ApplicationproblemJSON400 == nil {
		return fmt.Errorf("a receipt without anything was answered %s", refused.Status())
	}
	here := shop{client, tenantID, uuid.MustParse(campaignID)}
	if err := here.sellAsTill(ctx, baseURL); err != nil {
		return err
	}
	if err := here.readBack(ctx, os.Args[4]); err != nil {
		return err
	}
	lived, err := here.life(ctx)
	if err != nil {
		return err
	}
	faults := refused.ApplicationproblemJSON400.Context.Errors
	fmt.Printf("%d points awarded, the balance is %d; an empty receipt has %d faults, as %s %s; %s\n",
		*outcome.JSON200.PointsAwarded, evaluated.JSON200.PointsBalance, len(faults), faults[0].Pointer, faults[0].Message, lived)
	return nil
}

// giveBack returns a third of the receipt, then more than is left of it.
func giveBack(ctx context.Context, client *loyalty.ClientWithResponses, tenantID uuid.UUID, ref string) error {
	third := int64(5000)
	order := loyalty.ReturnBody{TransactionRef: ref, ReturnRef: ref + "-a", Amount: &third}
	returned, err := client.ReturnPurchaseWithResponse(ctx, tenantID, nil, order)
	if err != nil {
		return err
	}
	if returned.JSON200 == nil || returned.JSON200.PointsReversed < 50 || *returned.JSON200.AmountRemaining != 10000 {
		return fmt.Errorf("the return was answered %s: %s", returned.Status(), returned.Body)
	}
	more := int64(10001)
	order = loyalty.ReturnBody{TransactionRef: ref, ReturnRef: ref + "-b", Amount: &more}
	refused, err := client.ReturnPurchaseWithResponse(ctx, tenantID, nil, order)
	if err != nil {
		return err
	}
	if refused.ApplicationproblemJSON422 == nil {
		return fmt.Errorf("more than is left was answered %s: %s", refused.Status(), refused.Body)
	}
	return nil
}

// payWithPoints authorizes 20 points of the receipt's member, captures them, and gives them back after all.
func payWithPoints(ctx context.Context, client *loyalty.ClientWithResponses, tenantID uuid.UUID, receipt loyalty.EvaluateBody) error {
	order := loyalty.AuthorizeBody{
		TransactionRef: receipt.TransactionRef + "-order", MemberRef: receipt.MemberRef, Amount: receipt.Amount, PointsRequested: 20,
	}
	authorized, err := client.AuthorizeRedemptionWithResponse(ctx, tenantID, nil, order)
	if err != nil {
		return err
	}
	if authorized.JSON200 == nil || authorized.JSON200.DiscountAmount != 200 || authorized.JSON200.ExpiresAt == nil {
		return fmt.Errorf("the authorization was answered %s: %s", authorized.Status(), authorized.Body)
	}
	name := loyalty.RedemptionName{TransactionRef: order.TransactionRef}
	captured, err := client.CaptureRedemptionWithResponse(ctx, tenantID, nil, name)
	if err != nil {
		return err
	}
	if captured.JSON200 == nil || captured.JSON200.PointsRedeemed != 20 {
		return fmt.Errorf("the capture was answered %s: %s", captured.Status(), captured.Body)
	}
	voided, err := client.VoidRedemptionWithResponse(ctx, tenantID, nil, name)
	if err != nil {
		return err
	}
	if voided.JSON200 == nil || voided.JSON200.PointsRefunded != 20 {
		return fmt.Errorf("the void was answered %s: %s", voided.Status(), voided.Body)
	}
	return nil
}

func activeCampaign(ctx context.Context, client *loyalty.ClientWithResponses, tenantID uuid.UUID) (string, error) {
	rule := loyalty.EarningRule{}
	if err := rule.FromSpendPercentageRule(loyalty.SpendPercentageRule{Percentage: 1}); err != nil {
		return "", err
	}
	body := loyalty.CampaignCreateBody{
		Name:           "One percent for the Go client",
		EarningRule:    rule,
		RedemptionRule: &loyalty.RedemptionRule{PointsPerRand: 10},
	}
	created, err := client.CreateCampaignWithResponse(ctx, tenantID, nil, body)
	if err != nil {
		return "", err
	}
	if created.JSON201 == nil {
		return "", fmt.Errorf("the campaign was answered %s: %s", created.Status(), created.Body)
	}
	id := created.JSON201.Id.String()
	activated, err := client.ActivateCampaignWithResponse(ctx, tenantID, id, nil)
	if err != nil {
		return "", err
	}
	if activated.JSON200 == nil || activated.JSON200.State != loyalty.CampaignStateACTIVE {
		return "", fmt.Errorf("the activation was answered %s: %s", activated.Status(), activated.Body)
	}
	return id, nil
}

func earnedOf(campaigns []loyalty.CampaignAward, campaignID string) int64 {
	for _, award := range campaigns {
		if award.CampaignId.String() == campaignID {
			return award.PointsEarned
		}
	}
	return 0
}
