// Derived from schemas/ by `npm run derive`. Do not edit.

import type { AsyncapiDocument } from '../documents/asyncapi-shape.ts';

/** What travels beside HTTP, as `/asyncapi.json` serves it. */
export const asyncapiDocument: AsyncapiDocument = {
  "asyncapi": "3.0.0",
  "info": {
    "title": "Loyalty engine, events and streams",
    "version": "0.3.0",
    "description": "What travels beside HTTP: events that are sent to webhooks, receipts that a tenant streams, and the facts that services of\nthe operator follow. Routes and responses are in the OpenAPI document.\n\n- **Money** is an integer in cents, **points** are integers. All integers stay within ±9007199254740991.\n- **Events and facts** come at least once, always with the same `id`. Between members there is no order.\n- **New members and types** may be added: ignore those that you do not know.\n"
  },
  "defaultContentType": "application/json",
  "servers": {
    "endpoint": {
      "host": "{endpoint}",
      "protocol": "https",
      "description": "The address that a webhook names.",
      "variables": {
        "endpoint": {
          "description": "Host, port and path of the URL.",
          "examples": [
            "partner.example/loyalty"
          ]
        }
      }
    },
    "kafka": {
      "host": "{broker}",
      "protocol": "kafka",
      "description": "The Kafka cluster of the operator, with a schema registry of Confluent's interface beside it.",
      "variables": {
        "broker": {
          "description": "Host and port of a broker.",
          "examples": [
            "127.0.0.1:9092"
          ]
        }
      }
    }
  },
  "operations": {
    "sendEvent": {
      "action": "send",
      "title": "We send events to a webhook.",
      "channel": {
        "$ref": "#/channels/webhooks"
      },
      "bindings": {
        "http": {
          "method": "POST",
          "bindingVersion": "0.3.0"
        }
      }
    },
    "readReceipts": {
      "action": "receive",
      "title": "We read receipts.",
      "channel": {
        "$ref": "#/channels/receipts"
      }
    },
    "writeFacts": {
      "action": "send",
      "title": "We write facts.",
      "channel": {
        "$ref": "#/channels/facts"
      }
    }
  },
  "channels": {
    "webhooks": {
      "title": "Webhooks",
      "address": null,
      "description": "One POST of a JSON body for each event of the types that a webhook names. The body is signed: prove it before it is believed.\nAny 2xx within 10 seconds is a success. Everything else is tried again after 1 minute, 5 minutes, 30 minutes and 2 hours\n(each ± 10 %), with the same bytes; 410 disables the webhook at once, and so does the fifth delivery in a row that fails to\nthe end.\n",
      "servers": [
        {
          "$ref": "#/servers/endpoint"
        }
      ],
      "messages": {
        "CampaignBudgetAlertEvent": {
          "$ref": "#/components/messages/CampaignBudgetAlertEvent"
        },
        "CampaignBudgetSuspendedEvent": {
          "$ref": "#/components/messages/CampaignBudgetSuspendedEvent"
        },
        "EventProcessedEvent": {
          "$ref": "#/components/messages/EventProcessedEvent"
        },
        "MemberEnrolledEvent": {
          "$ref": "#/components/messages/MemberEnrolledEvent"
        },
        "MemberErasedEvent": {
          "$ref": "#/components/messages/MemberErasedEvent"
        },
        "MemberReinstatedEvent": {
          "$ref": "#/components/messages/MemberReinstatedEvent"
        },
        "MemberStampCardCompletedEvent": {
          "$ref": "#/components/messages/MemberStampCardCompletedEvent"
        },
        "MemberSuspendedEvent": {
          "$ref": "#/components/messages/MemberSuspendedEvent"
        },
        "MemberTierChangedEvent": {
          "$ref": "#/components/messages/MemberTierChangedEvent"
        },
        "PointsAdjustedEvent": {
          "$ref": "#/components/messages/PointsAdjustedEvent"
        },
        "PointsCreditedEvent": {
          "$ref": "#/components/messages/PointsCreditedEvent"
        },
        "PointsExpiredEvent": {
          "$ref": "#/components/messages/PointsExpiredEvent"
        },
        "RewardExpiredEvent": {
          "$ref": "#/components/messages/RewardExpiredEvent"
        },
        "RewardFailedEvent": {
          "$ref": "#/components/messages/RewardFailedEvent"
        },
        "RewardIssuedEvent": {
          "$ref": "#/components/messages/RewardIssuedEvent"
        },
        "RewardRedeemedEvent": {
          "$ref": "#/components/messages/RewardRedeemedEvent"
        },
        "TransactionProcessedEvent": {
          "$ref": "#/components/messages/TransactionProcessedEvent"
        },
        "TransactionRedeemedEvent": {
          "$ref": "#/components/messages/TransactionRedeemedEvent"
        },
        "WebhookTestEvent": {
          "$ref": "#/components/messages/WebhookTestEvent"
        }
      }
    },
    "receipts": {
      "title": "A tenant's receipts",
      "address": "loyalty.receipts.{tenantId}.{mode}",
      "description": "The topic that `loyaltyctl stream enable` gives to an environment of a tenant. The tenant's own producers write receipts to\nit; each is evaluated as by the HTTP operation, once for its `transactionRef`. The name of the topic says whose receipts they\nare: what the headers say of an environment is ignored. Values have Confluent's wire format (a zero byte, the id of the\nschema in four bytes, Avro), with the schema under the subject `<topic>-value`. A receipt that cannot be processed is kept\nas a dead letter.\n",
      "servers": [
        {
          "$ref": "#/servers/kafka"
        }
      ],
      "parameters": {
        "tenantId": {
          "description": "The tenant's UUID in lower case.",
          "examples": [
            "0198c0de-0000-7000-8000-000000000001"
          ]
        },
        "mode": {
          "description": "Which of the tenant's environments.",
          "enum": [
            "live",
            "test"
          ]
        }
      },
      "bindings": {
        "kafka": {
          "topicConfiguration": {
            "retention.ms": 604800000,
            "max.message.bytes": 2097152
          },
          "bindingVersion": "0.5.0"
        }
      },
      "messages": {
        "EvaluateRequest": {
          "$ref": "#/components/messages/EvaluateRequest"
        }
      }
    },
    "facts": {
      "title": "Facts",
      "address": "loyalty.facts",
      "description": "Everything that happened, for services of the operator, in the order of each member's requests. What nobody waits for, as the facts\nof streamed receipts and of jobs, travels in the same form on `loyalty.facts-bulk`: followers read that topic behind this one, so a\nmember's facts on one topic say nothing about the order of those on the other. No references of members and no codes of rewards\ntravel in facts. The type is also in a header, so that readers can skip facts that they do not need. Values have\nConfluent's wire format; `data` is JSON in UTF-8, of the shape that the type says.\n",
      "servers": [
        {
          "$ref": "#/servers/kafka"
        }
      ],
      "bindings": {
        "kafka": {
          "topicConfiguration": {
            "retention.ms": 604800000,
            "max.message.bytes": 2097152
          },
          "bindingVersion": "0.5.0"
        }
      },
      "messages": {
        "CampaignBudgetAlertFact": {
          "$ref": "#/components/messages/CampaignBudgetAlertFact"
        },
        "CampaignBudgetSuspendedFact": {
          "$ref": "#/components/messages/CampaignBudgetSuspendedFact"
        },
        "EventProcessedFact": {
          "$ref": "#/components/messages/EventProcessedFact"
        },
        "ManagementWrittenFact": {
          "$ref": "#/components/messages/ManagementWrittenFact"
        },
        "MemberEnrolledFact": {
          "$ref": "#/components/messages/MemberEnrolledFact"
        },
        "MemberErasedFact": {
          "$ref": "#/components/messages/MemberErasedFact"
        },
        "MemberStampCardCompletedFact": {
          "$ref": "#/components/messages/MemberStampCardCompletedFact"
        },
        "MemberStateChangedFact": {
          "$ref": "#/components/messages/MemberStateChangedFact"
        },
        "MemberTierChangedFact": {
          "$ref": "#/components/messages/MemberTierChangedFact"
        },
        "PointsAdjustedFact": {
          "$ref": "#/components/messages/PointsAdjustedFact"
        },
        "PointsCreditedFact": {
          "$ref": "#/components/messages/PointsCreditedFact"
        },
        "PointsExpiredFact": {
          "$ref": "#/components/messages/PointsExpiredFact"
        },
        "RewardExpiredFact": {
          "$ref": "#/components/messages/RewardExpiredFact"
        },
        "RewardFailedFact": {
          "$ref": "#/components/messages/RewardFailedFact"
        },
        "RewardIssuedFact": {
          "$ref": "#/components/messages/RewardIssuedFact"
        },
        "RewardRedeemedFact": {
          "$ref": "#/components/messages/RewardRedeemedFact"
        },
        "RewardRequestedFact": {
          "$ref": "#/components/messages/RewardRequestedFact"
        },
        "TransactionProcessedFact": {
          "$ref": "#/components/messages/TransactionProcessedFact"
        },
        "TransactionRedeemedFact": {
          "$ref": "#/components/messages/TransactionRedeemedFact"
        }
      }
    }
  },
  "components": {
    "messages": {
      "CampaignBudgetAlertEvent": {
        "name": "campaign.budget_alert",
        "title": "campaign.budget_alert",
        "description": "What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/CampaignBudgetAlertEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "campaign.budget_alert",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000107",
              "event": "campaign.budget_alert",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000107",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "campaignId": "0198c0de-1111-7000-8000-000000000011",
                "campaignName": "One percent back",
                "budgetCap": 100000,
                "alertThreshold": 0.8,
                "spent": 80150
              }
            }
          }
        ]
      },
      "CampaignBudgetSuspendedEvent": {
        "name": "campaign.budget_suspended",
        "title": "campaign.budget_suspended",
        "description": "A campaign was paused because its budget is spent. The award that crossed the cap was honoured whole. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/CampaignBudgetSuspendedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "campaign.budget_suspended",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000108",
              "event": "campaign.budget_suspended",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000108",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "campaignId": "0198c0de-1111-7000-8000-000000000011",
                "campaignName": "One percent back",
                "budgetCap": 100000
              }
            }
          }
        ]
      },
      "EventProcessedEvent": {
        "name": "event.processed",
        "title": "event.processed",
        "description": "An event of a member was stored. Its payload is in the feed. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/EventProcessedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "event.processed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010f",
              "event": "event.processed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010f",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "eventId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c005",
                "eventKey": "club.referral",
                "ref": "event-1001",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "pointsAwarded": 50,
                "pointsBalance": 400,
                "campaigns": [
                  {
                    "campaignId": "0198c0de-1111-7000-8000-000000000011",
                    "campaignName": "Bring a friend",
                    "pointsEarned": 50,
                    "rewardIds": []
                  }
                ],
                "ledgerSeq": 6
              }
            }
          }
        ]
      },
      "MemberEnrolledEvent": {
        "name": "member.enrolled",
        "title": "member.enrolled",
        "description": "A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberEnrolledEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.enrolled",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000103",
              "event": "member.enrolled",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000103",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "externalRef": "customer-42",
                "enrolledAt": "2026-03-01T08:00:00.000Z"
              }
            }
          }
        ]
      },
      "MemberErasedEvent": {
        "name": "member.erased",
        "title": "member.erased",
        "description": "A member was erased. Nothing says who: whoever asked for it knows. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberErasedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.erased",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000106",
              "event": "member.erased",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000106",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {}
            }
          }
        ]
      },
      "MemberReinstatedEvent": {
        "name": "member.reinstated",
        "title": "member.reinstated",
        "description": "A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberReinstatedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.reinstated",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000113",
              "event": "member.reinstated",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000113",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42"
              }
            }
          }
        ]
      },
      "MemberStampCardCompletedEvent": {
        "name": "member.stamp_card_completed",
        "title": "member.stamp_card_completed",
        "description": "A member completed a stamp card, by a receipt or by an event. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberStampCardCompletedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.stamp_card_completed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000105",
              "event": "member.stamp_card_completed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000105",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "campaignId": "0198c0de-1111-7000-8000-000000000011",
                "campaignName": "Tenth coffee free"
              }
            }
          }
        ]
      },
      "MemberSuspendedEvent": {
        "name": "member.suspended",
        "title": "member.suspended",
        "description": "A member was suspended: receipts of theirs are refused from now on. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberSuspendedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.suspended",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000112",
              "event": "member.suspended",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000112",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42"
              }
            }
          }
        ]
      },
      "MemberTierChangedEvent": {
        "name": "member.tier_changed",
        "title": "member.tier_changed",
        "description": "A member came into another tier, up or down. The changes of a member are a chain: each begins where the one before it ended. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/MemberTierChangedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "member.tier_changed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000104",
              "event": "member.tier_changed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000104",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "previousTierId": null,
                "newTierId": "0198c0de-2222-7000-8000-000000000021",
                "lifetimePoints": 1000
              }
            }
          }
        ]
      },
      "PointsAdjustedEvent": {
        "name": "points.adjusted",
        "title": "points.adjusted",
        "description": "Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/PointsAdjustedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "points.adjusted",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000111",
              "event": "points.adjusted",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000111",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "points": -50,
                "pointsBalance": 400,
                "ledgerSeq": 8
              }
            }
          }
        ]
      },
      "PointsCreditedEvent": {
        "name": "points.credited",
        "title": "points.credited",
        "description": "Points that another member's event owed to this one, who had referred them, have arrived. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/PointsCreditedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "points.credited",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000110",
              "event": "points.credited",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000110",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "creditId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c006",
                "ref": "event:event-1001",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "pointsAwarded": 50,
                "pointsBalance": 450,
                "campaigns": [
                  {
                    "campaignId": "0198c0de-1111-7000-8000-000000000011",
                    "campaignName": "Bring a friend",
                    "pointsEarned": 50,
                    "rewardIds": []
                  }
                ],
                "ledgerSeq": 7
              }
            }
          }
        ]
      },
      "PointsExpiredEvent": {
        "name": "points.expired",
        "title": "points.expired",
        "description": "Points of a member expired; one event for each member and run, whatever the number of lots. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/PointsExpiredEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "points.expired",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000109",
              "event": "points.expired",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000109",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "pointsExpired": 120,
                "ledgerSeq": 5
              }
            }
          }
        ]
      },
      "RewardExpiredEvent": {
        "name": "reward.expired",
        "title": "reward.expired",
        "description": "A reward expired, by itself or by hand. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/RewardExpiredEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "reward.expired",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010c",
              "event": "reward.expired",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010c",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "expiredAt": "2026-03-01T08:00:00.000Z"
              }
            }
          }
        ]
      },
      "RewardFailedEvent": {
        "name": "reward.failed",
        "title": "reward.failed",
        "description": "There was no code to be had for a reward. It can be retried. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/RewardFailedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "reward.failed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010d",
              "event": "reward.failed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010d",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "failureReason": "POOL_EMPTY"
              }
            }
          }
        ]
      },
      "RewardIssuedEvent": {
        "name": "reward.issued",
        "title": "reward.issued",
        "description": "A reward got its code. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/RewardIssuedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "reward.issued",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010a",
              "event": "reward.issued",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010a",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "campaignId": "0198c0de-1111-7000-8000-000000000011",
                "campaignName": "Tenth visit",
                "tierId": null,
                "rewardType": "GIFT_CARD",
                "state": "ISSUED",
                "value": {
                  "code": "98XYTK-9C6JMS-88NAY9",
                  "amount": 25000,
                  "currency": "ZAR"
                }
              }
            }
          }
        ]
      },
      "RewardRedeemedEvent": {
        "name": "reward.redeemed",
        "title": "reward.redeemed",
        "description": "A reward was redeemed, which happens once. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/RewardRedeemedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "reward.redeemed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010b",
              "event": "reward.redeemed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010b",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "redeemedAt": "2026-03-01T08:00:00.000Z"
              }
            }
          }
        ]
      },
      "TransactionProcessedEvent": {
        "name": "transaction.processed",
        "title": "transaction.processed",
        "description": "A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/TransactionProcessedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "transaction.processed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000101",
              "event": "transaction.processed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000101",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
                "transactionRef": "receipt-1001",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "pointsAwarded": 150,
                "pointsBalance": 350,
                "campaigns": [
                  {
                    "campaignId": "0198c0de-1111-7000-8000-000000000011",
                    "campaignName": "One percent back",
                    "pointsEarned": 150,
                    "rewardIds": []
                  }
                ],
                "ledgerSeq": 3
              }
            }
          }
        ]
      },
      "TransactionRedeemedEvent": {
        "name": "transaction.redeemed",
        "title": "transaction.redeemed",
        "description": "Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/TransactionRedeemedEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "transaction.redeemed",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-000000000102",
              "event": "transaction.redeemed",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-000000000102",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "redeemTransactionId": "0198c0de-7b22-8c3e-9f21-4b7d2a90c002",
                "transactionRef": "receipt-1002",
                "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                "memberRef": "customer-42",
                "pointsRedeemed": 300,
                "discountAmount": 3000,
                "balanceBefore": 350,
                "balanceAfter": 50,
                "ledgerSeq": 4
              }
            }
          }
        ]
      },
      "WebhookTestEvent": {
        "name": "webhook.test",
        "title": "webhook.test",
        "description": "Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.",
        "headers": {
          "$ref": "#/components/schemas/WebhookHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/WebhookTestEvent"
        },
        "contentType": "application/json",
        "bindings": {
          "http": {
            "bindingVersion": "0.3.0"
          }
        },
        "examples": [
          {
            "name": "webhook.test",
            "payload": {
              "id": "0198c0de-7a11-8e55-9a00-00000000010e",
              "event": "webhook.test",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "mode": "live",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010e",
              "timestamp": "2026-03-01T08:00:00.000Z",
              "data": {
                "webhookId": "0198c0de-3333-7000-8000-000000000031"
              }
            }
          }
        ]
      },
      "EvaluateRequest": {
        "name": "EvaluateRequest",
        "description": "One receipt to be evaluated, as a till, a bulk load or a retailer's own producer writes it. The environment travels in a header or in the topic's name, never here, so that the same receipt is the same bytes on every way in.",
        "payload": {
          "$ref": "#/components/schemas/EvaluateRequest"
        },
        "title": "A receipt",
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "Anything that stays the same for one member; it keeps the order of their receipts."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        },
        "examples": [
          {
            "name": "receipt",
            "summary": "Two bags of coffee at R60.00.",
            "payload": {
              "transactionRef": "receipt-1001",
              "memberRef": "customer-42",
              "amountCents": 12000,
              "storeRef": "store-7",
              "currency": "ZAR",
              "occurredAt": 1772352000000,
              "products": [
                {
                  "sku": "COFFEE-1KG",
                  "quantity": 2,
                  "unitPriceCents": 6000,
                  "categories": [
                    "coffee",
                    "groceries"
                  ]
                }
              ]
            }
          }
        ]
      },
      "CampaignBudgetAlertFact": {
        "name": "campaign.budget_alert",
        "title": "campaign.budget_alert",
        "description": "The spending of a campaign has reached its alert threshold (interface 6.1, D32). Amounts are in points.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/CampaignBudgetAlertData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "CampaignBudgetSuspendedFact": {
        "name": "campaign.budget_suspended",
        "title": "campaign.budget_suspended",
        "description": "A campaign was paused because its budget is spent (interface 6.1, D32). The cap is in points.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/CampaignBudgetSuspendedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "EventProcessedFact": {
        "name": "event.processed",
        "title": "event.processed",
        "description": "An event of a member was stored, and what it earned. Its payload is in the feed, not here: facts stay small.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/EventProcessedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "ManagementWrittenFact": {
        "name": "management.written",
        "title": "management.written",
        "description": "Whoever manages an environment has changed something that no topic of requests brings again. Internal: it is read once the database has lost commits, to take away again what was taken away, and to list what is gone. It has no secret and names no person.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/ManagementWrittenData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "MemberEnrolledFact": {
        "name": "member.enrolled",
        "title": "member.enrolled",
        "description": "A member was created by a first evaluate (interface 6.1). The externalRef of the webhook is read from the member at delivery: no personal data travels in facts.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/MemberEnrolledData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "MemberErasedFact": {
        "name": "member.erased",
        "title": "member.erased",
        "description": "A member was erased: the first phase is committed (D89, D94). Internal with its memberId; the data of a webhook is empty.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/MemberErasedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "MemberStampCardCompletedFact": {
        "name": "member.stamp_card_completed",
        "title": "member.stamp_card_completed",
        "description": "A stamp card was completed, by a receipt or by an event (interface 6.1).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/MemberStampCardCompletedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "MemberStateChangedFact": {
        "name": "member.state_changed",
        "title": "member.state_changed",
        "description": "A member was suspended or reinstated (D94). Webhooks are told of it as member.suspended or member.reinstated (D109).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/MemberStateChangedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "MemberTierChangedFact": {
        "name": "member.tier_changed",
        "title": "member.tier_changed",
        "description": "A member came into another tier, up or down (interface 6.1, D54): a chain, each fact beginning where the one before it ended.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/MemberTierChangedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "PointsAdjustedFact": {
        "name": "points.adjusted",
        "title": "points.adjusted",
        "description": "Somebody has given points to a member, or taken some away (D46).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/PointsAdjustedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "PointsCreditedFact": {
        "name": "points.credited",
        "title": "points.credited",
        "description": "Points that another member's event owed have arrived (D65).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/PointsCreditedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "PointsExpiredFact": {
        "name": "points.expired",
        "title": "points.expired",
        "description": "Points of a member expired (interface 6.1, D49); one for each member and run, of all lots that expired in it.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/PointsExpiredData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "RewardExpiredFact": {
        "name": "reward.expired",
        "title": "reward.expired",
        "description": "A reward expired, by itself or by hand (D60).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/RewardExpiredData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "RewardFailedFact": {
        "name": "reward.failed",
        "title": "reward.failed",
        "description": "There was no code to be had for a reward (D60, D61).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/RewardFailedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "RewardIssuedFact": {
        "name": "reward.issued",
        "title": "reward.issued",
        "description": "A reward got its code (interface 6.1, D61). Facts carry no codes: whoever needs one reads it with the reward.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/RewardIssuedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "RewardRedeemedFact": {
        "name": "reward.redeemed",
        "title": "reward.redeemed",
        "description": "A reward was redeemed, which happens once (D60).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/RewardRedeemedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "RewardRequestedFact": {
        "name": "reward.requested",
        "title": "reward.requested",
        "description": "A campaign or a tier gave a tangible reward: a row PENDING_FULFILMENT was stored, and fulfilment is to issue it (D21).",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/RewardRequestedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "TransactionProcessedFact": {
        "name": "transaction.processed",
        "title": "transaction.processed",
        "description": "After each successful evaluate (interface 6.1). No memberRef: no personal data travels in facts.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/TransactionProcessedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      },
      "TransactionRedeemedFact": {
        "name": "transaction.redeemed",
        "title": "transaction.redeemed",
        "description": "Points were burned for a discount. It carries the whole answer: after a restore the facts say which redemptions the customers had. No memberRef: no personal data travels in facts.",
        "headers": {
          "$ref": "#/components/schemas/FactHeaders"
        },
        "payload": {
          "$ref": "#/components/schemas/Fact"
        },
        "x-data": {
          "$ref": "#/components/schemas/TransactionRedeemedData"
        },
        "contentType": "application/vnd.confluent.avro",
        "bindings": {
          "kafka": {
            "key": {
              "type": "string",
              "description": "The member key, or the id of the entity."
            },
            "schemaIdLocation": "payload",
            "schemaIdPayloadEncoding": "confluent",
            "bindingVersion": "0.5.0"
          }
        }
      }
    },
    "schemas": {
      "WebhookHeaders": {
        "type": "object",
        "required": [
          "X-Loyalty-Signature",
          "X-Loyalty-Event",
          "X-Loyalty-Delivery",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature"
        ],
        "properties": {
          "X-Loyalty-Signature": {
            "type": "string",
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "examples": [
              "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
            ]
          },
          "X-Loyalty-Event": {
            "type": "string",
            "description": "The type of the event, as `event` in the body.",
            "examples": [
              "transaction.processed"
            ]
          },
          "X-Loyalty-Delivery": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "examples": [
              "0198c0de-7a11-8f66-8b00-00000000010d"
            ]
          },
          "webhook-id": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "examples": [
              "0198c0de-7a11-8e55-9a00-00000000010d"
            ]
          },
          "webhook-timestamp": {
            "type": "string",
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "examples": [
              "1772352000"
            ]
          },
          "webhook-signature": {
            "type": "string",
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "examples": [
              "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
            ]
          }
        }
      },
      "CampaignBudgetAlertEvent": {
        "description": "What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "campaign.budget_alert"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The budget, in points.",
            "required": [
              "campaignId",
              "campaignName",
              "budgetCap",
              "alertThreshold",
              "spent"
            ],
            "properties": {
              "campaignId": {
                "type": "string",
                "format": "uuid",
                "description": "The campaign."
              },
              "campaignName": {
                "type": "string",
                "description": "The campaign's name at that time."
              },
              "budgetCap": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The budget."
              },
              "alertThreshold": {
                "type": "number",
                "format": "double",
                "description": "The fraction of the budget at which it is told."
              },
              "spent": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "What was given away."
              }
            }
          }
        }
      },
      "CampaignBudgetSuspendedEvent": {
        "description": "A campaign was paused because its budget is spent. The award that crossed the cap was honoured whole. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "campaign.budget_suspended"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The budget, in points.",
            "required": [
              "campaignId",
              "campaignName",
              "budgetCap"
            ],
            "properties": {
              "campaignId": {
                "type": "string",
                "format": "uuid",
                "description": "The campaign."
              },
              "campaignName": {
                "type": "string",
                "description": "The campaign's name at that time."
              },
              "budgetCap": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The budget."
              }
            }
          }
        }
      },
      "EventProcessedEvent": {
        "description": "An event of a member was stored. Its payload is in the feed. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "event.processed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What the event earned.",
            "required": [
              "eventId",
              "eventKey",
              "ref",
              "memberId",
              "memberRef",
              "pointsAwarded",
              "pointsBalance",
              "campaigns"
            ],
            "properties": {
              "eventId": {
                "type": "string",
                "format": "uuid",
                "description": "The event."
              },
              "eventKey": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The key of its definition; null for a lifecycle event that names none."
              },
              "ref": {
                "type": "string",
                "description": "The caller's reference of the event."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "pointsAwarded": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "Points that all campaigns awarded together."
              },
              "pointsBalance": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance behind it."
              },
              "campaigns": {
                "type": "array",
                "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
                "items": {
                  "type": "object",
                  "description": "What one campaign awarded.",
                  "required": [
                    "campaignId",
                    "campaignName",
                    "pointsEarned",
                    "rewardIds"
                  ],
                  "properties": {
                    "campaignId": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The campaign."
                    },
                    "campaignName": {
                      "type": "string",
                      "description": "The campaign's name at that time."
                    },
                    "pointsEarned": {
                      "type": "integer",
                      "format": "int64",
                      "minimum": 0,
                      "description": "Points that it awarded."
                    },
                    "rewardIds": {
                      "type": "array",
                      "description": "The rewards that it gave.",
                      "items": {
                        "type": "string",
                        "format": "uuid",
                        "description": "A reward."
                      }
                    }
                  }
                }
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
              }
            }
          }
        }
      },
      "MemberEnrolledEvent": {
        "description": "A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.enrolled"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "Who came.",
            "required": [
              "memberId",
              "memberRef",
              "externalRef",
              "enrolledAt"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "externalRef": {
                "type": "string",
                "description": "The caller's reference of the member."
              },
              "enrolledAt": {
                "type": "string",
                "format": "date-time",
                "description": "When the member came to be."
              }
            }
          }
        }
      },
      "MemberErasedEvent": {
        "description": "A member was erased. Nothing says who: whoever asked for it knows. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.erased"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "Empty.",
            "properties": {}
          }
        }
      },
      "MemberReinstatedEvent": {
        "description": "A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.reinstated"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "Who was reinstated.",
            "required": [
              "memberId",
              "memberRef"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              }
            }
          }
        }
      },
      "MemberStampCardCompletedEvent": {
        "description": "A member completed a stamp card, by a receipt or by an event. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.stamp_card_completed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "Whose card of which campaign.",
            "required": [
              "memberId",
              "memberRef",
              "campaignId",
              "campaignName"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "campaignId": {
                "type": "string",
                "format": "uuid",
                "description": "The campaign."
              },
              "campaignName": {
                "type": "string",
                "description": "The campaign's name at that time."
              }
            }
          }
        }
      },
      "MemberSuspendedEvent": {
        "description": "A member was suspended: receipts of theirs are refused from now on. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.suspended"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "Who was suspended.",
            "required": [
              "memberId",
              "memberRef"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              }
            }
          }
        }
      },
      "MemberTierChangedEvent": {
        "description": "A member came into another tier, up or down. The changes of a member are a chain: each begins where the one before it ended. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "member.tier_changed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "From where to where.",
            "required": [
              "memberId",
              "memberRef",
              "previousTierId",
              "newTierId",
              "lifetimePoints"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "previousTierId": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uuid",
                "description": "The tier before; null where there was none."
              },
              "newTierId": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uuid",
                "description": "The tier now; null where there is none."
              },
              "lifetimePoints": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's lifetime points, by which the tier goes."
              }
            }
          }
        }
      },
      "PointsAdjustedEvent": {
        "description": "Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "points.adjusted"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What was adjusted.",
            "required": [
              "memberId",
              "memberRef",
              "points",
              "pointsBalance",
              "ledgerSeq"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "points": {
                "type": "integer",
                "format": "int64",
                "description": "Points that were given; below zero where they were taken away."
              },
              "pointsBalance": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance behind it."
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
              }
            }
          }
        }
      },
      "PointsCreditedEvent": {
        "description": "Points that another member's event owed to this one, who had referred them, have arrived. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "points.credited"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What was credited.",
            "required": [
              "creditId",
              "ref",
              "memberId",
              "memberRef",
              "pointsAwarded",
              "pointsBalance",
              "campaigns"
            ],
            "properties": {
              "creditId": {
                "type": "string",
                "format": "uuid",
                "description": "The transaction."
              },
              "ref": {
                "type": "string",
                "description": "The operation that owed the points and its reference, with a colon between: `event:` and the reference of the event."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "pointsAwarded": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "Points that all campaigns awarded together."
              },
              "pointsBalance": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance behind it."
              },
              "campaigns": {
                "type": "array",
                "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
                "items": {
                  "type": "object",
                  "description": "What one campaign awarded.",
                  "required": [
                    "campaignId",
                    "campaignName",
                    "pointsEarned",
                    "rewardIds"
                  ],
                  "properties": {
                    "campaignId": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The campaign."
                    },
                    "campaignName": {
                      "type": "string",
                      "description": "The campaign's name at that time."
                    },
                    "pointsEarned": {
                      "type": "integer",
                      "format": "int64",
                      "minimum": 0,
                      "description": "Points that it awarded."
                    },
                    "rewardIds": {
                      "type": "array",
                      "description": "The rewards that it gave.",
                      "items": {
                        "type": "string",
                        "format": "uuid",
                        "description": "A reward."
                      }
                    }
                  }
                }
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
              }
            }
          }
        }
      },
      "PointsExpiredEvent": {
        "description": "Points of a member expired; one event for each member and run, whatever the number of lots. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "points.expired"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What expired.",
            "required": [
              "memberId",
              "memberRef",
              "pointsExpired",
              "ledgerSeq"
            ],
            "properties": {
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "pointsExpired": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Points that expired."
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
              }
            }
          }
        }
      },
      "RewardExpiredEvent": {
        "description": "A reward expired, by itself or by hand. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "reward.expired"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The reward.",
            "required": [
              "rewardId",
              "memberId",
              "memberRef",
              "expiredAt"
            ],
            "properties": {
              "rewardId": {
                "type": "string",
                "format": "uuid",
                "description": "The reward."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "expiredAt": {
                "type": "string",
                "format": "date-time",
                "description": "When it expired."
              }
            }
          }
        }
      },
      "RewardFailedEvent": {
        "description": "There was no code to be had for a reward. It can be retried. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "reward.failed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The reward, and why.",
            "required": [
              "rewardId",
              "memberId",
              "memberRef",
              "failureReason"
            ],
            "properties": {
              "rewardId": {
                "type": "string",
                "format": "uuid",
                "description": "The reward."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "failureReason": {
                "type": "string",
                "description": "Why: one of the values of `failureReason` of a reward. More may be added."
              }
            }
          }
        }
      },
      "RewardIssuedEvent": {
        "description": "A reward got its code. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "reward.issued"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The reward.",
            "required": [
              "rewardId",
              "memberId",
              "memberRef",
              "campaignId",
              "campaignName",
              "tierId",
              "rewardType",
              "state",
              "value"
            ],
            "properties": {
              "rewardId": {
                "type": "string",
                "format": "uuid",
                "description": "The reward."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "campaignId": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uuid",
                "description": "The campaign that gave it; null where a tier did."
              },
              "campaignName": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The campaign's name; null where a tier gave it."
              },
              "tierId": {
                "type": [
                  "string",
                  "null"
                ],
                "format": "uuid",
                "description": "The tier that gave it; null where a campaign did."
              },
              "rewardType": {
                "type": "string",
                "enum": [
                  "COUPON_VOUCHER",
                  "GIFT_CARD",
                  "DISCOUNT_VOUCHER",
                  "FREE_ITEM"
                ],
                "description": "Its kind."
              },
              "state": {
                "type": "string",
                "const": "ISSUED",
                "description": "Always this: the state that it came into."
              },
              "value": {
                "type": "object",
                "description": "What it is worth. Which members there are beside `code` follows from the `rewardType`.",
                "required": [
                  "code"
                ],
                "properties": {
                  "code": {
                    "type": "string",
                    "description": "What is shown at the till."
                  },
                  "provider": {
                    "type": "string",
                    "description": "COUPON_VOUCHER: who makes the coupon."
                  },
                  "description": {
                    "type": "string",
                    "description": "What it is, for people; not for GIFT_CARD."
                  },
                  "amount": {
                    "type": "integer",
                    "format": "int64",
                    "minimum": 1,
                    "description": "GIFT_CARD: cents."
                  },
                  "currency": {
                    "type": "string",
                    "description": "GIFT_CARD: the currency of `amount`."
                  },
                  "discountType": {
                    "type": "string",
                    "enum": [
                      "PERCENTAGE",
                      "FIXED"
                    ],
                    "description": "DISCOUNT_VOUCHER: what `value` is, percent or cents."
                  },
                  "value": {
                    "type": "number",
                    "format": "double",
                    "description": "DISCOUNT_VOUCHER: percent or cents, by the `discountType`."
                  },
                  "skus": {
                    "type": "array",
                    "description": "FREE_ITEM: the products to choose from.",
                    "items": {
                      "type": "string",
                      "description": "A product."
                    }
                  }
                }
              }
            }
          }
        }
      },
      "RewardRedeemedEvent": {
        "description": "A reward was redeemed, which happens once. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "reward.redeemed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "The reward.",
            "required": [
              "rewardId",
              "memberId",
              "memberRef",
              "redeemedAt"
            ],
            "properties": {
              "rewardId": {
                "type": "string",
                "format": "uuid",
                "description": "The reward."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "redeemedAt": {
                "type": "string",
                "format": "date-time",
                "description": "When it was redeemed."
              }
            }
          }
        }
      },
      "TransactionProcessedEvent": {
        "description": "A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "transaction.processed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What the receipt earned.",
            "required": [
              "transactionId",
              "transactionRef",
              "memberId",
              "memberRef",
              "pointsAwarded",
              "pointsBalance",
              "campaigns"
            ],
            "properties": {
              "transactionId": {
                "type": "string",
                "format": "uuid",
                "description": "The transaction."
              },
              "transactionRef": {
                "type": "string",
                "description": "The caller's reference of the receipt."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": "string",
                "description": "The caller's reference of the member."
              },
              "pointsAwarded": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "Points that all campaigns awarded together."
              },
              "pointsBalance": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance behind it."
              },
              "campaigns": {
                "type": "array",
                "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
                "items": {
                  "type": "object",
                  "description": "What one campaign awarded.",
                  "required": [
                    "campaignId",
                    "campaignName",
                    "pointsEarned",
                    "rewardIds"
                  ],
                  "properties": {
                    "campaignId": {
                      "type": "string",
                      "format": "uuid",
                      "description": "The campaign."
                    },
                    "campaignName": {
                      "type": "string",
                      "description": "The campaign's name at that time."
                    },
                    "pointsEarned": {
                      "type": "integer",
                      "format": "int64",
                      "minimum": 0,
                      "description": "Points that it awarded."
                    },
                    "rewardIds": {
                      "type": "array",
                      "description": "The rewards that it gave.",
                      "items": {
                        "type": "string",
                        "format": "uuid",
                        "description": "A reward."
                      }
                    }
                  }
                }
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
              }
            }
          }
        }
      },
      "TransactionRedeemedEvent": {
        "description": "Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "transaction.redeemed"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What was redeemed.",
            "required": [
              "redeemTransactionId",
              "transactionRef",
              "memberId",
              "memberRef",
              "pointsRedeemed",
              "discountAmount",
              "balanceBefore",
              "balanceAfter",
              "ledgerSeq"
            ],
            "properties": {
              "redeemTransactionId": {
                "type": "string",
                "format": "uuid",
                "description": "The transaction."
              },
              "transactionRef": {
                "type": "string",
                "description": "The caller's reference of the redemption."
              },
              "memberId": {
                "type": "string",
                "format": "uuid",
                "description": "The member."
              },
              "memberRef": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
              },
              "pointsRedeemed": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Points that were taken."
              },
              "discountAmount": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "The discount in cents."
              },
              "balanceBefore": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance before it."
              },
              "balanceAfter": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The member's balance behind it."
              },
              "ledgerSeq": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
              }
            }
          }
        }
      },
      "WebhookTestEvent": {
        "description": "Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.",
        "type": "object",
        "required": [
          "id",
          "event",
          "tenantId",
          "mode",
          "createdAt",
          "deliveryId",
          "timestamp",
          "data"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
          },
          "event": {
            "type": "string",
            "description": "The type of the event.",
            "const": "webhook.test"
          },
          "tenantId": {
            "type": "string",
            "format": "uuid",
            "description": "The tenant."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "The environment of the tenant in which it happened."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened."
          },
          "deliveryId": {
            "type": "string",
            "format": "uuid",
            "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "The same as `createdAt`."
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
          },
          "data": {
            "type": "object",
            "description": "What is tested.",
            "required": [
              "webhookId"
            ],
            "properties": {
              "webhookId": {
                "type": "string",
                "format": "uuid",
                "description": "The webhook."
              }
            }
          }
        }
      },
      "EvaluateRequest": {
        "schemaFormat": "application/vnd.apache.avro;version=1.9.0",
        "schema": {
          "type": "record",
          "name": "EvaluateRequest",
          "namespace": "loyalty",
          "doc": "One receipt to be evaluated, as a till, a bulk load or a retailer's own producer writes it. The environment travels in a header or in the topic's name, never here, so that the same receipt is the same bytes on every way in.",
          "fields": [
            {
              "name": "transactionRef",
              "type": "string",
              "doc": "The caller's unique reference of the receipt, 1 to 255 characters; idempotency key."
            },
            {
              "name": "memberRef",
              "type": "string",
              "doc": "The caller's reference of the member, 1 to 255 characters."
            },
            {
              "name": "amountCents",
              "type": "long",
              "doc": "Basket total in minor units, greater than 0."
            },
            {
              "name": "storeRef",
              "type": [
                "null",
                "string"
              ],
              "default": null
            },
            {
              "name": "currency",
              "type": [
                "null",
                "string"
              ],
              "default": null,
              "doc": "ISO 4217, upper case; null means ZAR."
            },
            {
              "name": "occurredAt",
              "type": [
                "null",
                "long"
              ],
              "default": null,
              "doc": "Milliseconds since the epoch; null means the time of the record."
            },
            {
              "name": "products",
              "default": [],
              "type": {
                "type": "array",
                "items": {
                  "type": "record",
                  "name": "ReceiptLine",
                  "fields": [
                    {
                      "name": "sku",
                      "type": "string"
                    },
                    {
                      "name": "quantity",
                      "type": "double",
                      "doc": "Greater than 0, at most 100,000, at most 3 decimals."
                    },
                    {
                      "name": "unitPriceCents",
                      "type": "long"
                    },
                    {
                      "name": "categories",
                      "type": {
                        "type": "array",
                        "items": "string"
                      },
                      "default": []
                    }
                  ]
                }
              }
            }
          ]
        }
      },
      "FactHeaders": {
        "type": "object",
        "required": [
          "loyalty_factType",
          "loyalty_environment"
        ],
        "properties": {
          "loyalty_factType": {
            "type": "string",
            "description": "The type of the fact."
          },
          "loyalty_environment": {
            "type": "string",
            "description": "The environment's number in decimal."
          }
        }
      },
      "Fact": {
        "schemaFormat": "application/vnd.apache.avro;version=1.9.0",
        "schema": {
          "type": "record",
          "name": "Fact",
          "namespace": "loyalty",
          "doc": "Something that happened, for every service that needs to know. Delivered at least once; the id is stable.",
          "fields": [
            {
              "name": "id",
              "type": "string",
              "doc": "UUID; the same again after a replay."
            },
            {
              "name": "type",
              "type": "string",
              "doc": "Past tense, dotted, as in transaction.processed; also in the header loyalty_factType."
            },
            {
              "name": "environmentId",
              "type": "int"
            },
            {
              "name": "tenantId",
              "type": "string"
            },
            {
              "name": "occurredAt",
              "type": "long",
              "doc": "Milliseconds since the epoch."
            },
            {
              "name": "ledgerSeq",
              "type": [
                "null",
                "long"
              ],
              "default": null,
              "doc": "The member's ledger sequence number after this fact, on facts that moved points."
            },
            {
              "name": "data",
              "type": "bytes",
              "doc": "JSON object; its shape by type is described in schemas/facts."
            }
          ]
        }
      },
      "CampaignBudgetAlertData": {
        "description": "The spending of a campaign has reached its alert threshold (interface 6.1, D32). Amounts are in points.",
        "type": "object",
        "required": [
          "campaignId",
          "campaignName",
          "budgetCap",
          "alertThreshold",
          "spent"
        ],
        "properties": {
          "campaignId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignName": {
            "type": "string"
          },
          "budgetCap": {
            "type": "integer",
            "minimum": 0
          },
          "alertThreshold": {
            "type": "number"
          },
          "spent": {
            "type": "integer",
            "minimum": 0
          }
        }
      },
      "CampaignBudgetSuspendedData": {
        "description": "A campaign was paused because its budget is spent (interface 6.1, D32). The cap is in points.",
        "type": "object",
        "required": [
          "campaignId",
          "campaignName",
          "budgetCap"
        ],
        "properties": {
          "campaignId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignName": {
            "type": "string"
          },
          "budgetCap": {
            "type": "integer",
            "minimum": 0
          }
        }
      },
      "EventProcessedData": {
        "description": "An event of a member was stored, and what it earned. Its payload is in the feed, not here: facts stay small.",
        "type": "object",
        "required": [
          "eventId",
          "eventKey",
          "ref",
          "memberId",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "eventId": {
            "type": "string",
            "format": "uuid"
          },
          "eventKey": {
            "type": [
              "string",
              "null"
            ]
          },
          "ref": {
            "type": "string"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "pointsAwarded": {
            "type": "integer",
            "minimum": 0
          },
          "pointsBalance": {
            "type": "integer"
          },
          "campaigns": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid"
                },
                "campaignName": {
                  "type": "string"
                },
                "pointsEarned": {
                  "type": "integer",
                  "minimum": 0
                },
                "rewardIds": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                }
              }
            }
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none."
          }
        }
      },
      "ManagementWrittenData": {
        "description": "Whoever manages an environment has changed something that no topic of requests brings again. Internal: it is read once the database has lost commits, to take away again what was taken away, and to list what is gone. It has no secret and names no person.",
        "type": "object",
        "required": [
          "actor",
          "kind",
          "entityId",
          "action",
          "body"
        ],
        "properties": {
          "actor": {
            "type": "string",
            "description": "key:ID of the API key, token, or loyaltyctl."
          },
          "kind": {
            "type": "string",
            "description": "What was changed: campaign, tier, segment, event-definition, webhook, adjustment, api-key, setting, provider, stream, tenant.",
            "examples": [
              "campaign"
            ]
          },
          "entityId": {
            "type": "string",
            "description": "Its id; of an adjustment its reference."
          },
          "action": {
            "type": "string",
            "description": "created, changed, deleted or revoked."
          },
          "body": {
            "description": "What was stored, as the interface shows it; null where it was taken away, or is too large."
          }
        }
      },
      "MemberEnrolledData": {
        "description": "A member was created by a first evaluate (interface 6.1). The externalRef of the webhook is read from the member at delivery: no personal data travels in facts.",
        "type": "object",
        "required": [
          "memberId",
          "enrolledAt"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "enrolledAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "MemberErasedData": {
        "description": "A member was erased: the first phase is committed (D89, D94). Internal with its memberId; the data of a webhook is empty.",
        "type": "object",
        "required": [
          "memberId"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          }
        }
      },
      "MemberStampCardCompletedData": {
        "description": "A stamp card was completed, by a receipt or by an event (interface 6.1).",
        "type": "object",
        "required": [
          "memberId",
          "campaignId",
          "campaignName"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignName": {
            "type": "string"
          }
        }
      },
      "MemberStateChangedData": {
        "description": "A member was suspended or reinstated (D94). Webhooks are told of it as member.suspended or member.reinstated (D109).",
        "type": "object",
        "required": [
          "memberId",
          "from",
          "to"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "from": {
            "type": "string",
            "enum": [
              "active",
              "suspended"
            ]
          },
          "to": {
            "type": "string",
            "enum": [
              "active",
              "suspended"
            ]
          }
        }
      },
      "MemberTierChangedData": {
        "description": "A member came into another tier, up or down (interface 6.1, D54): a chain, each fact beginning where the one before it ended.",
        "type": "object",
        "required": [
          "memberId",
          "previousTierId",
          "newTierId",
          "lifetimePoints",
          "tierSeq"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "previousTierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid"
          },
          "newTierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid"
          },
          "lifetimePoints": {
            "type": "integer",
            "minimum": 0
          },
          "tierSeq": {
            "type": "integer",
            "minimum": 1,
            "description": "Counts the changes of this member's tier that were told, from 1."
          }
        }
      },
      "PointsAdjustedData": {
        "description": "Somebody has given points to a member, or taken some away (D46).",
        "type": "object",
        "required": [
          "memberId",
          "points",
          "pointsBalance"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "points": {
            "type": "integer"
          },
          "pointsBalance": {
            "type": "integer",
            "minimum": 0
          },
          "ref": {
            "type": [
              "string",
              "null"
            ],
            "description": "By which it may be booked again where its commit is lost; null where the caller gave none. Not told to webhooks."
          }
        }
      },
      "PointsCreditedData": {
        "description": "Points that another member's event owed have arrived (D65).",
        "type": "object",
        "required": [
          "creditId",
          "ref",
          "memberId",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "creditId": {
            "type": "string",
            "format": "uuid"
          },
          "ref": {
            "type": "string"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "pointsAwarded": {
            "type": "integer",
            "minimum": 0
          },
          "pointsBalance": {
            "type": "integer"
          },
          "campaigns": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid"
                },
                "campaignName": {
                  "type": "string"
                },
                "pointsEarned": {
                  "type": "integer",
                  "minimum": 0
                },
                "rewardIds": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                }
              }
            }
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none."
          }
        }
      },
      "PointsExpiredData": {
        "description": "Points of a member expired (interface 6.1, D49); one for each member and run, of all lots that expired in it.",
        "type": "object",
        "required": [
          "memberId",
          "pointsExpired"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "pointsExpired": {
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "RewardExpiredData": {
        "description": "A reward expired, by itself or by hand (D60).",
        "type": "object",
        "required": [
          "rewardId",
          "memberId",
          "expiredAt"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "expiredAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "RewardFailedData": {
        "description": "There was no code to be had for a reward (D60, D61).",
        "type": "object",
        "required": [
          "rewardId",
          "memberId",
          "failureReason"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "failureReason": {
            "type": "string"
          }
        }
      },
      "RewardIssuedData": {
        "description": "A reward got its code (interface 6.1, D61). Facts carry no codes: whoever needs one reads it with the reward.",
        "type": "object",
        "required": [
          "rewardId",
          "memberId",
          "campaignId",
          "tierId",
          "rewardType",
          "expiresAt"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "Null where a tier gave it."
          },
          "tierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "Null where a campaign gave it."
          },
          "rewardType": {
            "type": "string"
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Null where it does not expire."
          },
          "pool": {
            "type": "object",
            "description": "Where its code stands in a pool of imported codes, so that nobody else is given it where the commit is lost; absent where another provider gave it. Not told to webhooks.",
            "required": [
              "id",
              "place"
            ],
            "properties": {
              "id": {
                "type": "integer"
              },
              "place": {
                "type": "integer"
              }
            }
          }
        }
      },
      "RewardRedeemedData": {
        "description": "A reward was redeemed, which happens once (D60).",
        "type": "object",
        "required": [
          "rewardId",
          "memberId",
          "redeemedAt"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "redeemedAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "RewardRequestedData": {
        "description": "A campaign or a tier gave a tangible reward: a row PENDING_FULFILMENT was stored, and fulfilment is to issue it (D21).",
        "type": "object",
        "required": [
          "rewardId",
          "memberId",
          "campaignId",
          "rewardType"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "campaignId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid"
          },
          "tierId": {
            "type": "string",
            "format": "uuid",
            "description": "Only of a reward that a tier gave."
          },
          "rewardType": {
            "type": "string"
          }
        }
      },
      "TransactionProcessedData": {
        "description": "After each successful evaluate (interface 6.1). No memberRef: no personal data travels in facts.",
        "type": "object",
        "required": [
          "transactionId",
          "transactionRef",
          "memberId",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "transactionId": {
            "type": "string",
            "format": "uuid"
          },
          "transactionRef": {
            "type": "string"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "pointsAwarded": {
            "type": "integer",
            "minimum": 0
          },
          "pointsBalance": {
            "type": "integer"
          },
          "campaigns": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid"
                },
                "campaignName": {
                  "type": "string"
                },
                "pointsEarned": {
                  "type": "integer",
                  "minimum": 0
                },
                "rewardIds": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                }
              }
            }
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none."
          }
        }
      },
      "TransactionRedeemedData": {
        "description": "Points were burned for a discount. It carries the whole answer: after a restore the facts say which redemptions the customers had. No memberRef: no personal data travels in facts.",
        "type": "object",
        "required": [
          "redeemTransactionId",
          "transactionRef",
          "memberId",
          "pointsRedeemed",
          "discountAmount",
          "balanceBefore",
          "balanceAfter",
          "constraintApplied",
          "campaignId",
          "state"
        ],
        "properties": {
          "redeemTransactionId": {
            "type": "string",
            "format": "uuid"
          },
          "transactionRef": {
            "type": "string"
          },
          "memberId": {
            "type": "string",
            "format": "uuid"
          },
          "pointsRedeemed": {
            "type": "integer",
            "minimum": 1
          },
          "discountAmount": {
            "type": "integer",
            "minimum": 1
          },
          "balanceBefore": {
            "type": "integer"
          },
          "balanceAfter": {
            "type": "integer"
          },
          "constraintApplied": {
            "type": [
              "string",
              "null"
            ]
          },
          "campaignId": {
            "type": "string",
            "format": "uuid"
          },
          "state": {
            "const": "PROCESSED"
          },
          "corrects": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none."
          }
        }
      }
    }
  }
};
