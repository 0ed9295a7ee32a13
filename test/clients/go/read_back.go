// What others make is read back: conditions of a campaign, a list with a STATIC segment, a whole return, a received webhook.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/google/uuid"
	"loyalty-example/loyalty"
)

const conditions = `{"operator": "AND", "conditions": [
	{"field": "store_ref", "op": "in", "value": ["go-shop"]}, {"lines": {"field": "sku", "op": "eq", "value": "wine"}}]}`

func (s shop) readBack(ctx context.Context, webhookFile string) error {
	steps := []func() error{
		func() error { return s.writeBack(ctx) },
		func() error { return s.listStatic(ctx) },
		func() error { return s.returnWhole(ctx) },
		func() error { return readWebhook(webhookFile) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (s shop) writeBack(ctx context.Context) error {
	var tree loyalty.CampaignCondition
	if err := json.Unmarshal([]byte(conditions), &tree); err != nil {
		return err
	}
	rule := loyalty.EarningRule{}
	if err := rule.FromSpendPercentageRule(loyalty.SpendPercentageRule{Percentage: 1}); err != nil {
		return err
	}
	body := loyalty.CampaignCreateBody{Name: "Read and written back by Go", EarningRule: rule, Conditions: &tree}
	made, err := s.client.CreateCampaignWithResponse(ctx, s.tenantID, nil, body)
	if err != nil {
		return err
	}
	if made.JSON201 == nil {
		return fmt.Errorf("the campaign was answered %s: %s", made.Status(), made.Body)
	}
	id := made.JSON201.Id.String()
	defer s.client.ArchiveCampaignWithResponse(ctx, s.tenantID, id, nil)
	read, err := s.client.GetCampaignWithResponse(ctx, s.tenantID, id, nil)
	if err != nil {
		return err
	}
	change := loyalty.CampaignUpdateBody{Conditions: read.JSON200.Conditions}
	written, err := s.client.UpdateCampaignWithResponse(ctx, s.tenantID, id, nil, change)
	if err != nil {
		return err
	}
	if written.JSON200 == nil || !reflect.DeepEqual(written.JSON200.Conditions, &tree) {
		return fmt.Errorf("the conditions were written back as %s: %s", written.Status(), written.Body)
	}
	return nil
}

func (s shop) listStatic(ctx context.Context) error {
	body := loyalty.SegmentCreateBody{Name: "go-" + uuid.NewString(), Type: loyalty.STATIC}
	made, err := s.client.CreateSegmentWithResponse(ctx, s.tenantID, nil, body)
	if err != nil {
		return err
	}
	if made.JSON201 == nil {
		return fmt.Errorf("the segment was answered %s: %s", made.Status(), made.Body)
	}
	defer s.client.DeleteSegmentWithResponse(ctx, s.tenantID, made.JSON201.Id.String(), nil)
	limit := loyalty.WholeLimit(200)
	listed, err := s.client.ListSegmentsWithResponse(ctx, s.tenantID, &loyalty.ListSegmentsParams{Limit: &limit})
	if err != nil {
		return err
	}
	if listed.JSON200 == nil {
		return fmt.Errorf("the segments were answered %s: %s", listed.Status(), listed.Body)
	}
	for _, segment := range listed.JSON200.Segments {
		if segment.Id == made.JSON201.Id && segment.Rules == nil {
			return nil
		}
	}
	return fmt.Errorf("the STATIC segment is not listed without rules: %s", listed.Body)
}

func (s shop) returnWhole(ctx context.Context) error {
	ref := "go-whole-" + uuid.NewString()
	receipt := loyalty.EvaluateBody{TransactionRef: ref, MemberRef: ref, Amount: 15000}
	if _, err := s.client.EvaluateTransactionWithResponse(ctx, s.tenantID, nil, receipt); err != nil {
		return err
	}
	whole := true
	order := loyalty.ReturnBody{TransactionRef: ref, ReturnRef: ref + "-a", Whole: &whole}
	returned, err := s.client.ReturnPurchaseWithResponse(ctx, s.tenantID, nil, order)
	if err != nil {
		return err
	}
	if returned.JSON200 == nil || *returned.JSON200.AmountRemaining != 0 {
		return fmt.Errorf("the whole return was answered %s: %s", returned.Status(), returned.Body)
	}
	return nil
}

func readWebhook(file string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var event loyalty.TransactionProcessedEvent
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	if event.Event != "transaction.processed" || len(event.Data.Campaigns) == 0 {
		return fmt.Errorf("the webhook was read as %+v", event)
	}
	return nil
}
