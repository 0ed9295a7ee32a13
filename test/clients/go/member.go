// A member's life with the client that oapi-codegen made: enrolled, found, given points, quoted and redeemed, suspended and
// reinstated, asked for consent, read in figures, and erased.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"loyalty-example/loyalty"
)

// shop is whom the calls are for, and by which client.
type shop struct {
	client   *loyalty.ClientWithResponses
	tenantID uuid.UUID
	// A campaign that burns 10 points for R1.
	campaignID uuid.UUID
}

// life lets a member live from enrolment to erasure; it gives one sentence on what happened.
func (s shop) life(ctx context.Context) (string, error) {
	ref := "go-member-" + uuid.NewString()
	name := "Thandi Nkosi"
	enrolled, err := s.client.CreateMemberWithResponse(ctx, s.tenantID, nil, loyalty.MemberCreateBody{ExternalRef: ref, Name: &name})
	if err != nil {
		return "", err
	}
	if enrolled.JSON201 == nil {
		return "", fmt.Errorf("the enrolment was answered %s: %s", enrolled.Status(), enrolled.Body)
	}
	memberID := enrolled.JSON201.Id.String()
	redeemed := ""
	steps := []func() error{
		func() error { return s.profile(ctx, memberID, ref) },
		func() error { return s.adjust(ctx, memberID) },
		func() (err error) { redeemed, err = s.redeem(ctx, ref); return err },
		func() error { return s.states(ctx, memberID) },
		func() error { return s.consent(ctx, memberID) },
		func() error { return s.figures(ctx, memberID) },
		func() error { return s.erase(ctx, memberID, ref) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return "", err
		}
	}
	return redeemed, nil
}

func (s shop) profile(ctx context.Context, memberID string, ref string) error {
	phone := "+27 82 555 0142"
	changed, err := s.client.UpdateMemberWithResponse(ctx, s.tenantID, memberID, nil, loyalty.MemberUpdateBody{Phone: &phone})
	if err != nil {
		return err
	}
	if changed.JSON200 == nil || *changed.JSON200.Phone != phone || *changed.JSON200.Name != "Thandi Nkosi" {
		return fmt.Errorf("the profile was answered %s: %s", changed.Status(), changed.Body)
	}
	found, err := s.client.ListMembersWithResponse(ctx, s.tenantID, &loyalty.ListMembersParams{Search: &ref})
	if err != nil {
		return err
	}
	if found.JSON200 == nil || len(found.JSON200.Members) != 1 || found.JSON200.Members[0].ExternalRef != ref {
		return fmt.Errorf("the search was answered %s: %s", found.Status(), found.Body)
	}
	return nil
}

func (s shop) adjust(ctx context.Context, memberID string) error {
	expiresAt := time.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)
	given := loyalty.AdjustPointsBody{Points: 1000, Reason: "Welcome", ExpiresAt: &expiresAt}
	adjusted, err := s.client.AdjustPointsWithResponse(ctx, s.tenantID, memberID, nil, given)
	if err != nil {
		return err
	}
	if adjusted.JSON201 == nil || adjusted.JSON201.PointsBalance != 1000 || adjusted.JSON201.Entry.Points != 1000 {
		return fmt.Errorf("the adjustment was answered %s: %s", adjusted.Status(), adjusted.Body)
	}
	within := loyalty.WithinDays(30)
	expiring, err := s.client.ListExpiringPointsWithResponse(ctx, s.tenantID, memberID, &loyalty.ListExpiringPointsParams{Within: &within})
	if err != nil {
		return err
	}
	if expiring.JSON200 == nil || len(expiring.JSON200.Expiring) != 1 || expiring.JSON200.Expiring[0].Points != 1000 {
		return fmt.Errorf("what expires was answered %s: %s", expiring.Status(), expiring.Body)
	}
	return nil
}

func (s shop) redeem(ctx context.Context, ref string) (string, error) {
	rate, err := s.client.GetBurnRateWithResponse(ctx, s.tenantID, &loyalty.GetBurnRateParams{CampaignId: &s.campaignID})
	if err != nil {
		return "", err
	}
	if rate.JSON200 == nil || rate.JSON200.PointsPerRand == nil || *rate.JSON200.PointsPerRand != 10 {
		return "", fmt.Errorf("the burn rate was answered %s: %s", rate.Status(), rate.Body)
	}
	asked := loyalty.RedeemQuoteBody{MemberRef: ref, Amount: 15000, PointsRequested: 500, CampaignId: &s.campaignID}
	quoted, err := s.client.QuoteRedemptionWithResponse(ctx, s.tenantID, nil, asked)
	if err != nil {
		return "", err
	}
	if quoted.JSON200 == nil || quoted.JSON200.DiscountAmount != 5000 {
		return "", fmt.Errorf("the quote was answered %s: %s", quoted.Status(), quoted.Body)
	}
	order := loyalty.RedeemBody{TransactionRef: ref, MemberRef: ref, Amount: 15000, PointsRequested: 500, CampaignId: &s.campaignID}
	redeemed, err := s.client.RedeemPointsWithResponse(ctx, s.tenantID, nil, order)
	if err != nil {
		return "", err
	}
	if redeemed.JSON200 == nil || redeemed.JSON200.DiscountAmount != 5000 || redeemed.JSON200.BalanceAfter != 500 {
		return "", fmt.Errorf("redeem was answered %s: %s", redeemed.Status(), redeemed.Body)
	}
	order.TransactionRef, order.PointsRequested = ref+"-more", 501
	refused, err := s.client.RedeemPointsWithResponse(ctx, s.tenantID, nil, order)
	if err != nil {
		return "", err
	}
	if refused.ApplicationproblemJSON422 == nil {
		return "", fmt.Errorf("more than the balance was answered %s: %s", refused.Status(), refused.Body)
	}
	return fmt.Sprintf("%d points redeemed for %d cents, 501 of 500 refused as %s",
		redeemed.JSON200.PointsRedeemed, redeemed.JSON200.DiscountAmount, refused.ApplicationproblemJSON422.Code), nil
}

func (s shop) states(ctx context.Context, memberID string) error {
	reason := "Card was stolen"
	suspended, err := s.client.SuspendMemberWithResponse(ctx, s.tenantID, memberID, nil, loyalty.MemberActionBody{Reason: &reason})
	if err != nil {
		return err
	}
	if suspended.JSON200 == nil || suspended.JSON200.State != loyalty.Suspended || *suspended.JSON200.StateReason != reason {
		return fmt.Errorf("suspend was answered %s: %s", suspended.Status(), suspended.Body)
	}
	reinstated, err := s.client.ReinstateMemberWithResponse(ctx, s.tenantID, memberID, nil, loyalty.MemberActionBody{})
	if err != nil {
		return err
	}
	if reinstated.JSON200 == nil || reinstated.JSON200.State != loyalty.Active {
		return fmt.Errorf("reinstate was answered %s: %s", reinstated.Status(), reinstated.Body)
	}
	return nil
}

func (s shop) consent(ctx context.Context, memberID string) error {
	id := uuid.MustParse(memberID)
	given := loyalty.ConsentBody{
		MemberId: &id, Purpose: loyalty.MARKETING, Channels: []loyalty.ConsentChannel{loyalty.SMS},
		Granted: true, Source: "till", Evidence: map[string]any{"form": 7},
	}
	recorded, err := s.client.RecordConsentWithResponse(ctx, s.tenantID, nil, given)
	if err != nil {
		return err
	}
	if recorded.JSON201 == nil {
		return fmt.Errorf("the consent was answered %s: %s", recorded.Status(), recorded.Body)
	}
	listed, err := s.client.ListConsentsWithResponse(ctx, s.tenantID, memberID, nil)
	if err != nil {
		return err
	}
	if listed.JSON200 == nil || len(listed.JSON200.Current) != 1 || !listed.JSON200.Current[0].Granted {
		return fmt.Errorf("the consents were answered %s: %s", listed.Status(), listed.Body)
	}
	return nil
}

func (s shop) figures(ctx context.Context, memberID string) error {
	read, err := s.client.GetMemberStatisticsWithResponse(ctx, s.tenantID, memberID, nil)
	if err != nil {
		return err
	}
	if read.JSON200 == nil || read.JSON200.PointsBalance != 500 || read.JSON200.DaysSinceLastTxn != nil {
		return fmt.Errorf("the statistics were answered %s: %s", read.Status(), read.Body)
	}
	return nil
}

func (s shop) erase(ctx context.Context, memberID string, ref string) error {
	erased, err := s.client.EraseMemberWithResponse(ctx, s.tenantID, memberID, nil)
	if err != nil {
		return err
	}
	if erased.JSON200 == nil || erased.JSON200.State != loyalty.Anonymized {
		return fmt.Errorf("the erasure was answered %s: %s", erased.Status(), erased.Body)
	}
	again, err := s.client.CreateMemberWithResponse(ctx, s.tenantID, nil, loyalty.MemberCreateBody{ExternalRef: ref})
	if err != nil {
		return err
	}
	if again.ApplicationproblemJSON403 == nil {
		return fmt.Errorf("enrolling an erased member was answered %s: %s", again.Status(), again.Body)
	}
	return nil
}
