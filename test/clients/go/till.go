// A till with a key of its own, which the client that oapi-codegen made makes for it: it sells, and makes no campaign.
package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"loyalty-example/loyalty"
)

// sellAsTill makes a key with the role till, evaluates a receipt with it, and is refused a campaign.
func (s shop) sellAsTill(ctx context.Context, baseURL string) error {
	role := "till"
	made, err := s.client.CreateApiKeyWithResponse(ctx, s.tenantID, nil, loyalty.ApiKeyCreateBody{Name: "Till of the Go client", Role: &role})
	if err != nil {
		return err
	}
	if made.JSON201 == nil || made.JSON201.Key == nil {
		return fmt.Errorf("the key was answered %s", made.Status())
	}
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", *made.JSON201.Key)
		return nil
	}
	till, err := loyalty.NewClientWithResponses(baseURL, loyalty.WithRequestEditorFn(withKey))
	if err != nil {
		return err
	}
	receipt := loyalty.EvaluateBody{TransactionRef: "go-till-" + uuid.NewString(), MemberRef: "go-customer", Amount: 5000}
	sold, err := till.EvaluateTransactionWithResponse(ctx, s.tenantID, nil, receipt)
	if err != nil {
		return err
	}
	if sold.JSON200 == nil {
		return fmt.Errorf("the till was answered %s: %s", sold.Status(), sold.Body)
	}
	archived, err := till.ArchiveCampaignWithResponse(ctx, s.tenantID, s.campaignID.String(), nil)
	if err != nil {
		return err
	}
	if archived.StatusCode() != http.StatusForbidden {
		return fmt.Errorf("a till that archives a campaign was answered %s: %s", archived.Status(), archived.Body)
	}
	return nil
}
