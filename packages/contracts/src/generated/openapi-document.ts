// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

import type { OpenapiDocument } from '../http/openapi-shape.ts';

/** The contract of the HTTP interface, as `/openapi.json` serves it. */
export const openapiDocument: OpenapiDocument = {
  "openapi": "3.1.0",
  "info": {
    "title": "Loyalty engine",
    "version": "0.3.0",
    "description": "Earn points with every receipt. A till sends a basket to `evaluate`; every ACTIVE campaign whose conditions hold awards\npoints or a reward. The response names these campaigns and the new balance.\n\n### Conventions\n\n- **Tenants and environments.** Every resource lives below `/tenants/{tenantId}`. A tenant has two isolated environments:\n  keys that begin with `sk_test_` see only `test`, keys that begin with `sk_live_` only `live`.\n- **Money** is an integer in cents: R150.00 is `15000`. **Points** are integers. All integers stay within\n  ±9007199254740991. Currencies count at face value and are never converted.\n- **Timestamps** leave in UTC with milliseconds (`2026-03-01T08:00:00.000Z`). They are accepted as ISO 8601, in\n  UTC where no offset is given, or as a plain date: the start of that UTC day, as an `endDate` its end. No tenant has a time\n  zone: send an instant with its offset for a local day.\n- **Bodies** are JSON in UTF-8, at most 256 KiB (bulk: 5 MiB) and nested at most 64 deep. Unknown fields are ignored and never\n  stored. Responses may gain fields, and lists of values that are marked `x-extensible-enum` may gain values: ignore those\n  that you do not know. Wrong types are never coerced: `\"15000\"` is not an amount. Strings are neither trimmed nor\n  normalised; NUL and lone surrogates are refused.\n- **Idempotency.** `transactionRef` makes `evaluate` and `redeem` safe to repeat: the same reference gets the original\n  response, byte for byte, with `Idempotent-Replayed: true`, and never awards or burns twice. If the body differs from the\n  original one, `Idempotency-Mismatch: true` is added. With the environment's setting `rejectMismatch` such a repeat gets\n  409 `TRANSACTION_DUPLICATE` instead. A refused request does not use up its reference. `ref` does the same for events and\n  adjustments.\n- **Lists** are newest first; tiers go by `sortOrder`, stamp cards by the activation of their campaigns. `limit` is\n  1 to 200 (default 50; tiers, segments, event definitions and webhooks come whole without one, up to 1,000 items or 4 MiB).\n  A page whose items are large ends with the one that exceeds 4 MiB. `nextCursor` is the `cursor` of the next page, or null at the end.\n- **Problems** are RFC 7807 objects with a stable `code`. `context.errors` names each faulty field by its JSON\n  pointer. The `requestId` is also in the `X-Request-Id` header; send your own and it is kept. An unknown path gets 404\n  `ROUTE_NOT_FOUND`.\n- **Rate limits** are counted per key: 600 requests a minute for live keys and 60 for test keys unless configured\n  otherwise. `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` come with every authenticated response,\n  `Retry-After` with a 429. A bulk call counts as one request, whatever it holds. Besides, writes of campaigns, tiers,\n  segments, event definitions and webhooks are limited to 120 a minute for the environment, all its keys together,\n  unless configured otherwise; their 429 has the figures of that limit.\n\n### What is served\n\n| Area | Served |\n|---|---|\n| Transactions | evaluate, bulk, simulate, redeem, quote, burn rate, the result of one |\n| Campaigns | all eleven kinds of earning rules, redemption rules, budgets, the expiry of points |\n| Members | enrol, list, search, profiles, ledger, transactions, adjustments, points that expire, statistics, suspend, reinstate, erase, consents, stamp cards |\n| Rewards | given, counted against budgets, fulfilled with a code; listed, found by code, redeemed, expired, retried |\n| Tiers | all, campaigns that are exclusive to one, rewards for members who reach one |\n| Segments | lists that you keep, and rules that members follow within a second; preview, refresh |\n| Events | definitions, submission, lifecycle events, the feed |\n| Webhooks | registered, changed, deleted, tested; deliveries listed and replayed, one or a range of events |\n\nWithin `/v1` the interface only grows. An operation that will be removed is marked `deprecated`, and its responses carry\n`Deprecation` and `Sunset`.\n"
  },
  "servers": [
    {
      "url": "/v1",
      "description": "This server."
    }
  ],
  "security": [
    {
      "apiKey": []
    },
    {
      "bearerJwt": []
    }
  ],
  "tags": [
    {
      "name": "Transactions",
      "description": "Award points for a basket, burn points for a discount, try either out, or get the result of a transaction."
    },
    {
      "name": "Campaigns",
      "description": "Who earns what, where and when. A campaign is DRAFT until it is activated; it can be paused and resumed, and ends\nARCHIVED. Every evaluate that is sent after the response to a change sees that change.\n"
    },
    {
      "name": "Members",
      "description": "Customers, their balances and their ledgers. A member is created by its first evaluate, or before it."
    },
    {
      "name": "Rewards",
      "description": "Coupons, gift cards, discounts and free items that campaigns and tiers gave. A reward waits as PENDING_FULFILMENT until it has\na code; then it is ISSUED, and is redeemed once, or expires.\n"
    },
    {
      "name": "Tiers",
      "description": "Ranks by lifetime points. A member is in the tier with the greatest `minLifetimePoints` that they have reached. Every\nevaluate that is sent after the response to a change sees that change.\n"
    },
    {
      "name": "Segments",
      "description": "Groups of members that campaigns can target: STATIC ones are lists that you keep, DYNAMIC ones follow rules. Members enter\nand leave a DYNAMIC segment within a second of their receipts and events. Values that change with the days alone are\ncomputed each night, and by a refresh.\n"
    },
    {
      "name": "Events",
      "description": "Activities of members beyond buying. A definition describes an event; submitted events fire stamp cards, EVENT_TRIGGER\ncampaigns and lifecycle rules.\n"
    },
    {
      "name": "Webhooks",
      "description": "Endpoints of yours that receive events. Each event of the types that a webhook names is delivered to its URL, signed, and\nretried for 2 h 36 min if the endpoint does not accept it.\n"
    },
    {
      "name": "Request logs",
      "description": "The requests of the last 7 days that test keys made, with their bodies, for whoever integrates."
    },
    {
      "name": "Webhook events",
      "description": "The events that an endpoint receives, of the types that its webhook names. Each delivery is one POST of a JSON body; rely\non nothing but the body and the headers below.\n\n- **Prove it first.** Compute the HMAC-SHA256 of the raw body with the webhook's secret and compare it with\n  `X-Loyalty-Signature` in constant time; or give body and headers to any library of [Standard\n  Webhooks](https://www.standardwebhooks.com), which also refuses events older than five minutes. Respond 401 to a wrong\n  signature.\n- **Then respond** with any 2xx within 10 seconds, and work afterwards. Redirects are not followed.\n- **Ignore repeats.** An event may come more than once, always with the same `id`: remember it for at least 24 hours.\n- **Expect no order.** `data.ledgerSeq` gives the order in which the points of a member moved.\n- **Ignore fields and types that you do not know**: both may be added.\n"
    },
    {
      "name": "Operations",
      "description": "Health, metrics and this document. No credentials needed."
    }
  ],
  "paths": {
    "/tenants/{tenantId}/transactions/evaluate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "evaluateTransaction",
        "tags": [
          "Transactions"
        ],
        "summary": "Award points for a basket",
        "description": "Evaluates a basket against all ACTIVE campaigns. All campaigns whose conditions hold fire and add up; each\nrounds its own award down. The member is created on the first call.\n\nSafe to repeat: the same `transactionRef` returns the original result. After a 503 or a lost connection, send\nthe same reference again.\n\nWith `Prefer: respond-async` the basket is accepted with 202 and evaluated in the background; get the result at the\n`Location`. A reference that is already decided gets 200 with its result.\n\n**A worked example.** A basket of R150.00 is `amount: 15000`. A SPEND_PERCENTAGE campaign of 1 % awards\nfloor(15000 × 1 / 100) = 150 points, a FIXED_POINTS campaign of 50 adds 50: `pointsAwarded` is 200.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/Prefer"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EvaluateBody"
              },
              "examples": {
                "minimal": {
                  "summary": "The three required fields",
                  "value": {
                    "transactionRef": "receipt-1001",
                    "memberRef": "customer-42",
                    "amount": 15000
                  }
                },
                "withLines": {
                  "summary": "A basket with line items, from a till that was offline",
                  "description": "Two bags of coffee at R60.00 and 1.5 kg of apples at R20.00 a kilogram: R150.00. A PRODUCT_PURCHASE\ncampaign of 10 points on the category `coffee` awards floor(10 × 2) = 20 points.\n",
                  "value": {
                    "transactionRef": "receipt-1002",
                    "memberRef": "customer-42",
                    "amount": 15000,
                    "storeRef": "store-7",
                    "currency": "ZAR",
                    "occurredAt": "2026-03-01T08:00:00Z",
                    "products": [
                      {
                        "sku": "COFFEE-1KG",
                        "quantity": 2,
                        "unitPrice": 6000,
                        "categories": [
                          "coffee",
                          "groceries"
                        ]
                      },
                      {
                        "sku": "APPLES",
                        "quantity": 1.5,
                        "unitPrice": 2000
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result, or that of the earlier call with this reference.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Idempotency-Mismatch": {
                "$ref": "#/components/headers/IdempotencyMismatch"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EvaluateResult"
                },
                "examples": {
                  "twoCampaigns": {
                    "summary": "R150.00 at 1 % plus a flat 50 points",
                    "value": {
                      "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
                      "transactionRef": "receipt-1001",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": true,
                      "pointsAwarded": 200,
                      "pointsBalance": 200,
                      "campaigns": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000011",
                          "campaignName": "One percent back",
                          "pointsEarned": 150,
                          "rewardIds": []
                        },
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000012",
                          "campaignName": "Fifty for every visit",
                          "pointsEarned": 50,
                          "rewardIds": []
                        }
                      ],
                      "state": "PROCESSED"
                    }
                  },
                  "nothingMatched": {
                    "summary": "No campaign fired (test key)",
                    "value": {
                      "transactionId": "0198c0de-7a12-8c3e-9f21-4b7d2a90c003",
                      "transactionRef": "receipt-1003",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": false,
                      "pointsAwarded": 0,
                      "pointsBalance": 200,
                      "campaigns": [],
                      "stampCards": [],
                      "state": "PROCESSED",
                      "_debug": {
                        "activeCampaigns": 1,
                        "campaignChecks": [
                          {
                            "campaignId": "0198c0de-1111-7000-8000-000000000011",
                            "campaignName": "One percent back",
                            "reason": "BELOW_MIN_SPEND"
                          }
                        ]
                      }
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "Accepted with `Prefer: respond-async`; get the result at the `Location`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              },
              "Preference-Applied": {
                "$ref": "#/components/headers/PreferenceApplied"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AcceptedTransaction"
                },
                "example": {
                  "transactionRef": "receipt-1001",
                  "location": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/receipt-1001?operation=evaluate"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/TransactionDuplicate"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/PointsOverflow"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/NotProcessed"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/evaluate/bulk": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "bulkEvaluateTransactions",
        "tags": [
          "Transactions"
        ],
        "summary": "Award points for many baskets",
        "description": "Evaluates up to 1,000 baskets, at most 5 MiB together and 256 KiB each. Every item gets a result of its own, in the\norder of the items, with the status, body or problem that it would have had alone; pointers in its problem begin\nat the item. One bad item does not hold back the others; only a body that is no list of items is refused whole.\n\nItems of the same member are evaluated in their order. An item whose `transactionRef` came earlier in the same call is\nnot sent: it gets the same result, with `mismatch: true` when the two differ.\n\nBulk calls yield to tills and have up to 30 seconds. Items not decided by then have the problem PROCESSING_TIMEOUT.\nAfter that, a 503 of the whole call, or a lost connection, send the same references again: none is ever executed twice.\nA bulk call counts as one request of the rate limit, and each item as one of the environment's items: 60,000 a minute live\nand 6,000 test, unless its setting `bulkItemsPerMinute` says otherwise. A call beyond it is refused whole with 429.\n\nWith `Prefer: respond-async` the response is 202 as soon as the baskets are safe. An accepted item has status 202 and\nthe `location` of its result; invalid ones have their problem, and those that are decided already their result.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-body-limit-bytes": 5242880,
        "parameters": [
          {
            "$ref": "#/components/parameters/Prefer"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/BulkEvaluateBody"
              },
              "examples": {
                "twoBaskets": {
                  "summary": "Two baskets of the same member",
                  "value": {
                    "items": [
                      {
                        "transactionRef": "receipt-1001",
                        "memberRef": "customer-42",
                        "amount": 15000
                      },
                      {
                        "transactionRef": "receipt-1002",
                        "memberRef": "customer-42",
                        "amount": 2500
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "One result for each item, in their order.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BulkEvaluateResults"
                },
                "examples": {
                  "decidedAndInvalid": {
                    "summary": "The first was evaluated, the second has no amount",
                    "value": {
                      "results": [
                        {
                          "index": 0,
                          "transactionRef": "receipt-1001",
                          "status": 200,
                          "replayed": false,
                          "mismatch": false,
                          "body": {
                            "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
                            "transactionRef": "receipt-1001",
                            "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                            "memberCreated": true,
                            "pointsAwarded": 150,
                            "pointsBalance": 150,
                            "campaigns": [
                              {
                                "campaignId": "0198c0de-1111-7000-8000-000000000011",
                                "campaignName": "One percent back",
                                "pointsEarned": 150,
                                "rewardIds": []
                              }
                            ],
                            "state": "PROCESSED"
                          }
                        },
                        {
                          "index": 1,
                          "transactionRef": "receipt-1002",
                          "status": 400,
                          "replayed": false,
                          "mismatch": false,
                          "problem": {
                            "type": "https://errors.loyalty.dev/validation-error",
                            "title": "The request is not valid",
                            "status": 400,
                            "detail": "One or more fields are missing or invalid; see context.errors.",
                            "code": "VALIDATION_ERROR",
                            "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
                            "context": {
                              "errors": [
                                {
                                  "pointer": "/amount",
                                  "message": "is required"
                                }
                              ]
                            }
                          }
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "Accepted with `Prefer: respond-async`; each accepted item says where its result will be.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Preference-Applied": {
                "$ref": "#/components/headers/PreferenceApplied"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BulkEvaluateResults"
                },
                "example": {
                  "results": [
                    {
                      "index": 0,
                      "transactionRef": "receipt-1001",
                      "status": 202,
                      "replayed": false,
                      "mismatch": false,
                      "location": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/receipt-1001?operation=evaluate"
                    }
                  ]
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/simulate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "simulateTransaction",
        "tags": [
          "Transactions"
        ],
        "summary": "Try a basket without writing anything",
        "description": "The same evaluation as `evaluate`, on the same rules and the member's present state, without any effect: no member is\ncreated, no transaction recorded, no counter moved. `pointsBalance` is the balance it would lead to. Test keys only.\n`_debug` is null when a campaign fired and gave all of its rewards. One simulation of an environment is decided after\nthe other; one that waits for more than a second gets 503.\n\n**Permission:** `read`. Test keys only.",
        "x-permission": "read",
        "x-test-key-only": true,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SimulateBody"
              },
              "examples": {
                "basket": {
                  "summary": "What would R99.99 earn?",
                  "value": {
                    "memberRef": "customer-42",
                    "amount": 9999,
                    "storeRef": "store-7"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response that evaluate would give.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EvaluateResult"
                },
                "examples": {
                  "rounded": {
                    "summary": "floor(9999 × 1 / 100) = 99 points on a balance of 200",
                    "value": {
                      "transactionId": "6b1f6f1e-2d0c-4a53-8f0f-0d5e6a7b8c9d",
                      "transactionRef": "simulation-6b1f6f1e",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": false,
                      "pointsAwarded": 99,
                      "pointsBalance": 299,
                      "campaigns": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000011",
                          "campaignName": "One percent back",
                          "pointsEarned": 99,
                          "rewardIds": []
                        }
                      ],
                      "stampCards": [],
                      "state": "PROCESSED",
                      "_debug": null
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/SimulateRefused"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/PointsOverflow"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/redeem": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "redeemPoints",
        "tags": [
          "Transactions"
        ],
        "summary": "Burn points for a discount",
        "description": "Takes points from the member and returns the discount that they are worth at the checkout:\n`discountAmount = floor(points / pointsPerRand) × 100` cents, by the redemption rule of one campaign. The campaign is the one that\n`campaignId` names, otherwise the active default: the most recently activated ACTIVE campaign, in date now, with a\nredemption rule, whose stores match. A campaign whose budget is spent counts as not active.\n\n**What caps it**, in this order: the balance (only where the rule says `CAP`; otherwise 422), the rule's\n`maxPointsPerRedemption`, then the tightest of the rule's and the request's `maxDiscountPercentOfBasket` and the basket\nitself. A cap of the discount takes the fewest points that buy it. `constraintApplied` names the cap that bound. The\nremaining points must reach the rule's `minPointsPerRedemption` and be worth at least R1.\n\nSafe to repeat: the same `transactionRef` returns the original result. References of `redeem` and of `evaluate` are\nseparate. The balance is never negative: of parallel calls for the same points one succeeds.\n\n**The deadline.** A till that gets no response in time may let the customer pay in full. So a request that the engine\nreaches later than half a second before its caller's deadline is not executed: GET …?operation=redeem then returns\n`FAILED` with `context.executed: false`. The same reference sent again executes. With `Prefer: respond-async` there is\nno deadline.\n\nPoints that expire first are spent first.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/Prefer"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RedeemBody"
              },
              "examples": {
                "discount": {
                  "summary": "R50.00 off a basket of R150.00, at 10 points a rand",
                  "value": {
                    "transactionRef": "redeem-1001",
                    "memberRef": "customer-42",
                    "amount": 15000,
                    "pointsRequested": 500
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result, or that of the earlier call with this reference.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Idempotency-Mismatch": {
                "$ref": "#/components/headers/IdempotencyMismatch"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RedeemResult"
                },
                "examples": {
                  "whole": {
                    "summary": "500 points at 10 points a rand",
                    "value": {
                      "redeemTransactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c009",
                      "transactionRef": "redeem-1001",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "pointsRedeemed": 500,
                      "discountAmount": 5000,
                      "balanceBefore": 700,
                      "balanceAfter": 200,
                      "constraintApplied": null,
                      "campaignId": "0198c0de-1111-7000-8000-000000000011",
                      "state": "PROCESSED"
                    }
                  },
                  "capped": {
                    "summary": "At most half of a basket of R60.00",
                    "value": {
                      "redeemTransactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c00a",
                      "transactionRef": "redeem-1002",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "pointsRedeemed": 300,
                      "discountAmount": 3000,
                      "balanceBefore": 700,
                      "balanceAfter": 400,
                      "constraintApplied": "MAX_DISCOUNT_PERCENT_OF_BASKET",
                      "campaignId": "0198c0de-1111-7000-8000-000000000011",
                      "state": "PROCESSED"
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "Accepted with `Prefer: respond-async`; get the result at the `Location`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              },
              "Preference-Applied": {
                "$ref": "#/components/headers/PreferenceApplied"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AcceptedTransaction"
                },
                "example": {
                  "transactionRef": "redeem-1001",
                  "location": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/redeem-1001?operation=redeem"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/RedeemNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/TransactionDuplicate"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/RedemptionRefused"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/NotProcessed"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/redeem-quote": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "quoteRedemption",
        "tags": [
          "Transactions"
        ],
        "summary": "Preview a redeem",
        "description": "The same decision as `redeem` on the member's present balance, without any effect; it refuses what `redeem` would\nrefuse. The balance may have changed by the time of the redeem.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RedeemQuoteBody"
              },
              "examples": {
                "discount": {
                  "summary": "What are 500 points worth?",
                  "value": {
                    "memberRef": "customer-42",
                    "amount": 15000,
                    "pointsRequested": 500
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What the points are worth now.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RedeemQuote"
                },
                "example": {
                  "pointsToRedeem": 500,
                  "discountAmount": 5000,
                  "discountAmountRand": 50,
                  "pointsPerRand": 10,
                  "balanceAfter": 200,
                  "constraintApplied": null
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/RedeemNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/RedemptionRefused"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/burn-rate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getBurnRate",
        "tags": [
          "Transactions"
        ],
        "summary": "How many points are worth R1 now",
        "description": "The rate of the campaign that `campaignId` names, otherwise of the active default. Both fields are null where `redeem`\nwould find no campaign. No store is named here, so a campaign that is for some stores only is no default.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/BurnCampaign"
          }
        ],
        "responses": {
          "200": {
            "description": "The rate, or nulls.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BurnRate"
                },
                "examples": {
                  "active": {
                    "summary": "10 points are R1",
                    "value": {
                      "pointsPerRand": 10,
                      "campaignId": "0198c0de-1111-7000-8000-000000000011"
                    }
                  },
                  "none": {
                    "summary": "No campaign redeems points now",
                    "value": {
                      "pointsPerRand": null,
                      "campaignId": null
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "findTransaction",
        "tags": [
          "Transactions"
        ],
        "summary": "Get the result of a transaction by a query",
        "description": "The same as `GET …/transactions/{transactionRef}`, for references that a path cannot end in: `evaluate`, `simulate`,\n`redeem`, `redeem-quote` and `burn-rate`, which are routes, and `.` and `..`, which clients take out of a path.\n\nOr by `transactionId`, instead of the reference: the id that responses, events and ledger entries name. It finds every\ndecided transaction, of any operation, and none that was given up.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/TransactionRefQuery"
          },
          {
            "$ref": "#/components/parameters/TransactionIdQuery"
          },
          {
            "$ref": "#/components/parameters/Operation"
          }
        ],
        "responses": {
          "200": {
            "description": "The stored result, or why there is none.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TransactionOutcome"
                },
                "example": {
                  "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
                  "transactionRef": "evaluate",
                  "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                  "memberCreated": true,
                  "pointsAwarded": 0,
                  "pointsBalance": 0,
                  "campaigns": [],
                  "state": "PROCESSED"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TransactionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/transactions/{transactionRef}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/TransactionRef"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getTransaction",
        "tags": [
          "Transactions"
        ],
        "summary": "Get the result of a transaction",
        "description": "The stored result of a reference, byte for byte as in the first response. Not decided yet, or never seen: 404 with\n`Retry-After: 1`. Given up by the engine, or sent with `respond-async` and refused: 200 with state FAILED and the\nproblem, for 24 hours; nothing was written then, and the same reference may be sent again.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/Operation"
          }
        ],
        "responses": {
          "200": {
            "description": "The stored result, or why there is none.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TransactionOutcome"
                },
                "examples": {
                  "processed": {
                    "summary": "Decided",
                    "value": {
                      "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
                      "transactionRef": "receipt-1001",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": true,
                      "pointsAwarded": 150,
                      "pointsBalance": 150,
                      "campaigns": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000011",
                          "campaignName": "One percent back",
                          "pointsEarned": 150,
                          "rewardIds": []
                        }
                      ],
                      "state": "PROCESSED"
                    }
                  },
                  "refused": {
                    "summary": "Accepted with respond-async, then refused",
                    "value": {
                      "state": "FAILED",
                      "problem": {
                        "type": "https://errors.loyalty.dev/member-suspended",
                        "title": "The member is suspended",
                        "status": 403,
                        "detail": "A suspended member neither earns nor burns points.",
                        "code": "MEMBER_SUSPENDED",
                        "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
                        "context": {}
                      }
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TransactionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/campaigns": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listCampaigns",
        "tags": [
          "Campaigns"
        ],
        "summary": "List campaigns",
        "description": "Campaigns of the environment, newest first, archived ones included unless `state` says otherwise. A page ends after `limit`\ncampaigns, or with the campaign that exceeds 4 MiB. It may be short, or with `state` even empty, and still have a `nextCursor`:\nonly a `nextCursor` of null is the end.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/CampaignStateFilter"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of campaigns.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Create a campaign",
        "description": "Creates a campaign in state DRAFT; activate it to let it fire. `name` and `earningRule` are required. The\nexamples show every kind of earning rule with what it awards.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CampaignCreateBody"
              },
              "examples": {
                "spendPercentage": {
                  "summary": "SPEND_PERCENTAGE",
                  "description": "2.5 % of the basket: floor(15000 × 2.5 / 100) = 375 points for R150.00, floor(999 × 2.5 / 100) = 24 for\nR9.99. Only for baskets of at least R50.00 in March.\n",
                  "value": {
                    "name": "March double",
                    "earningRule": {
                      "type": "SPEND_PERCENTAGE",
                      "percentage": 2.5
                    },
                    "startDate": "2026-03-01",
                    "endDate": "2026-03-31",
                    "minSpend": 5000
                  }
                },
                "fixedPoints": {
                  "summary": "FIXED_POINTS",
                  "description": "50 points for each transaction, whether it is R10.00 or R1000.00.",
                  "value": {
                    "name": "Fifty for every purchase",
                    "earningRule": {
                      "type": "FIXED_POINTS",
                      "points": 50
                    }
                  }
                },
                "visitFixed": {
                  "summary": "VISIT_FIXED",
                  "description": "20 points for each visit to store 7; visits are counted per member.",
                  "value": {
                    "name": "Come by",
                    "earningRule": {
                      "type": "VISIT_FIXED",
                      "points": 20
                    },
                    "storeIds": [
                      "store-7"
                    ]
                  }
                },
                "productPurchase": {
                  "summary": "PRODUCT_PURCHASE",
                  "description": "10 points a unit: 2 × COFFEE-1KG and 1.5 kg of anything in the category `fruit` are\nfloor(10 × 3.5) = 35 points.\n",
                  "value": {
                    "name": "Coffee and fruit",
                    "earningRule": {
                      "type": "PRODUCT_PURCHASE",
                      "points": 10,
                      "skus": [
                        "COFFEE-1KG"
                      ],
                      "categories": [
                        "fruit"
                      ]
                    }
                  }
                },
                "random": {
                  "summary": "RANDOM",
                  "description": "One purchase in four wins 10 to 500 points; the others fire nothing.",
                  "value": {
                    "name": "Lucky till",
                    "earningRule": {
                      "type": "RANDOM",
                      "minPoints": 10,
                      "maxPoints": 500,
                      "probability": 0.25
                    },
                    "maxBudgetCents": 1000000,
                    "alertThreshold": 0.9
                  }
                },
                "stampCard": {
                  "summary": "STAMP_CARD",
                  "description": "One stamp a transaction; the tenth gives a free coffee, valid for 30 days, and 100 points.",
                  "value": {
                    "name": "Tenth coffee free",
                    "earningRule": {
                      "type": "STAMP_CARD",
                      "stampsRequired": 10,
                      "rewardOnCompletion": {
                        "rewardType": "FREE_ITEM",
                        "value": {
                          "description": "A coffee of your choice",
                          "skus": [
                            "COFFEE-CUP"
                          ]
                        },
                        "validDays": 30,
                        "points": 100
                      }
                    }
                  }
                },
                "surpriseDelight": {
                  "summary": "SURPRISE_DELIGHT",
                  "description": "Every 5th transaction of a member gives 100 points; every 1000th of a store gives a gift card of\nR250.00.\n",
                  "value": {
                    "name": "Surprise",
                    "earningRule": {
                      "type": "SURPRISE_DELIGHT",
                      "rewardRules": [
                        {
                          "everyNth": 5,
                          "reward": {
                            "points": 100
                          }
                        },
                        {
                          "everyNth": 1000,
                          "scope": "STORE",
                          "reward": {
                            "rewardType": "GIFT_CARD",
                            "value": {
                              "amount": 25000,
                              "currency": "ZAR"
                            }
                          }
                        }
                      ]
                    }
                  }
                },
                "signupBonus": {
                  "summary": "SIGNUP_BONUS",
                  "description": "500 points on a member's first SIGNUP event, once for ever.",
                  "value": {
                    "name": "Welcome",
                    "earningRule": {
                      "type": "SIGNUP_BONUS",
                      "points": 500
                    }
                  }
                },
                "onDemand": {
                  "summary": "ON_DEMAND",
                  "description": "A coupon on every birthday.",
                  "value": {
                    "name": "Happy birthday",
                    "earningRule": {
                      "type": "ON_DEMAND",
                      "rewardType": "COUPON_VOUCHER",
                      "eventTypes": [
                        "BIRTHDAY"
                      ]
                    }
                  }
                },
                "referralBonus": {
                  "summary": "REFERRAL_BONUS",
                  "description": "200 points for the referred member, 300 for the one who referred.",
                  "value": {
                    "name": "Bring a friend",
                    "earningRule": {
                      "type": "REFERRAL_BONUS",
                      "points": 200,
                      "referrerPoints": 300
                    }
                  }
                },
                "eventTrigger": {
                  "summary": "EVENT_TRIGGER",
                  "description": "A fuel event of 40 litres or more gives 10 % off the next purchase, valid for 14 days.",
                  "value": {
                    "name": "Full tank",
                    "earningRule": {
                      "type": "EVENT_TRIGGER",
                      "eventKey": "fuel.purchase",
                      "conditions": {
                        "operator": "AND",
                        "conditions": [
                          {
                            "field": "litres",
                            "op": "gte",
                            "value": 40
                          },
                          {
                            "field": "station.country",
                            "op": "eq",
                            "value": "ZA"
                          }
                        ]
                      },
                      "reward": {
                        "rewardType": "DISCOUNT_VOUCHER",
                        "value": {
                          "discountType": "PERCENTAGE",
                          "value": 10,
                          "description": "10 % off"
                        },
                        "validDays": 14
                      }
                    }
                  }
                },
                "withBurnRule": {
                  "summary": "With a redemption rule and expiring points",
                  "description": "1 % back; points expire 365 days after they were earned. 10 points are worth R1.00: 500 points are\n5000 cents off, at most half of the basket.\n",
                  "value": {
                    "name": "One percent back",
                    "description": "The standing programme.",
                    "earningRule": {
                      "type": "SPEND_PERCENTAGE",
                      "percentage": 1,
                      "pointsExpiry": {
                        "type": "ROLLING",
                        "days": 365
                      }
                    },
                    "redemptionRule": {
                      "pointsPerRand": 10,
                      "minPointsPerRedemption": 100,
                      "maxDiscountPercentOfBasket": 50,
                      "onInsufficientBalance": "CAP"
                    },
                    "currency": "ZAR"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new campaign, in state DRAFT.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Campaign"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceededOrNotYetAvailable"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/campaigns/{campaignId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/CampaignId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Get a campaign",
        "description": "One campaign with its full earning and redemption rules.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Change a campaign",
        "description": "Changes the fields that are given and leaves the others; `null` clears an optional field. `earningRule` and\n`redemptionRule` are replaced whole. Allowed also while ACTIVE, not when ARCHIVED. Setting `maxBudgetCents` to no\nmore than `spentCents` pauses an ACTIVE campaign at once.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CampaignUpdateBody"
              },
              "examples": {
                "raiseBudget": {
                  "summary": "Raise the budget, remove the end",
                  "value": {
                    "maxBudgetCents": 2000000,
                    "endDate": null
                  }
                },
                "replaceRule": {
                  "summary": "Replace the earning rule and the targets",
                  "value": {
                    "earningRule": {
                      "type": "SPEND_PERCENTAGE",
                      "percentage": 0.5
                    },
                    "targetSegmentIds": [
                      "0198c0de-2222-7000-8000-000000000021"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateOrLimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "archiveCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Archive a campaign",
        "description": "From DRAFT, ACTIVE or PAUSED to ARCHIVED, for good. Archiving an archived campaign returns 200 with the record.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/campaigns/{campaignId}/activate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/CampaignId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "activateCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Activate a draft",
        "description": "From DRAFT to ACTIVE: evaluate matches it from now on, and `activatedAt` is set. Already ACTIVE: 200 with the\nrecord. From PAUSED use `resume`.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateOrLimitExceeded"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/campaigns/{campaignId}/pause": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/CampaignId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "pauseCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Pause an active campaign",
        "description": "From ACTIVE to PAUSED: evaluate skips it. Already PAUSED: 200 with the record.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/campaigns/{campaignId}/resume": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/CampaignId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "resumeCampaign",
        "tags": [
          "Campaigns"
        ],
        "summary": "Resume a paused campaign",
        "description": "From PAUSED to ACTIVE; `activatedAt` stays. Already ACTIVE: 200 with the record. A campaign whose budget is spent\nis refused with 409 and `context.reason` BUDGET_EXHAUSTED until its budget is raised.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneCampaign"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/CampaignNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateOrLimitExceeded"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listMembers",
        "tags": [
          "Members"
        ],
        "summary": "List or find members",
        "description": "Members of the environment, newest first. Filters are combined with AND. With a filter a page may be short, or even empty, and\nstill have a `nextCursor`: only a `nextCursor` of null is the end.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/MemberRefFilter"
          },
          {
            "$ref": "#/components/parameters/MemberSearch"
          },
          {
            "$ref": "#/components/parameters/MemberStateFilter"
          },
          {
            "$ref": "#/components/parameters/MemberTierId"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of members.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/MemberList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createMember",
        "tags": [
          "Members"
        ],
        "summary": "Enrol a member",
        "description": "Enrols a member before their first purchase, and emits `member.enrolled`. A member who exists is returned unchanged with\n200: PATCH changes them.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-checkout": true,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MemberCreateBody"
              },
              "examples": {
                "withProfile": {
                  "summary": "With a name and an e-mail address",
                  "value": {
                    "externalRef": "customer-42",
                    "name": "Thandi Nkosi",
                    "email": "thandi@example.com"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneMember"
          },
          "201": {
            "description": "The member was enrolled.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Member"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ErasedMemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getMember",
        "tags": [
          "Members"
        ],
        "summary": "Get a member",
        "description": "One member by its internal id, with balance, tier and state.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "responses": {
          "200": {
            "description": "The member.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Member"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateMember",
        "tags": [
          "Members"
        ],
        "summary": "Change a member's profile",
        "description": "Changes the fields that are given and leaves the others; `null` clears one. Neither e-mail address nor telephone number need be unique.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MemberUpdateBody"
              },
              "examples": {
                "moved": {
                  "summary": "A new address, and no telephone number any more",
                  "value": {
                    "email": "thandi.nkosi@example.com",
                    "phone": null
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneMember"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "eraseMember",
        "tags": [
          "Members"
        ],
        "summary": "Erase a member",
        "description": "Removes everything that names the member: reference, name, e-mail address and telephone number become placeholders that\nlead back to nobody, and the payloads of their events are removed. The ledger and the totals stay. It cannot be undone:\nevery later request with their reference is refused with 403 MEMBER_ERASED. Large tables such as events are scrubbed\nwithin a minute; messages on topics and dead letters end within 29 days. A repeat gets the same response. 200 means that the erasure\nalso survives a database that loses its last changes; until that is known the response is 503 WRITE_UNCONFIRMED.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "responses": {
          "200": {
            "description": "The member is erased.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErasedMember"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unconfirmed"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/ledger": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listLedgerEntries",
        "tags": [
          "Members"
        ],
        "summary": "List a member's ledger",
        "description": "Every movement of the member's points, newest first. Entries are never changed or deleted; their points add up to\nthe balance. With a filter a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null\nis the end.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/LedgerTypeFilter"
          },
          {
            "$ref": "#/components/parameters/LedgerSince"
          },
          {
            "$ref": "#/components/parameters/LedgerUntil"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of ledger entries.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LedgerEntryList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/transactions": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listMemberTransactions",
        "tags": [
          "Members"
        ],
        "summary": "List a member's transactions",
        "description": "Baskets, redemptions and events of the member that were decided, newest first, those that moved no points included. Each\nis as `GET …/transactions/{transactionRef}` returns it, without its `campaigns` unless `expand` asks for them. A page\nmay be short and still have a `nextCursor`.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/OperationFilter"
          },
          {
            "$ref": "#/components/parameters/TransactionsFrom"
          },
          {
            "$ref": "#/components/parameters/TransactionsTo"
          },
          {
            "$ref": "#/components/parameters/ExpandCampaigns"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of transactions.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/MemberTransactionList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/ledger/adjust": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "adjustPoints",
        "tags": [
          "Members"
        ],
        "summary": "Give or take points",
        "description": "Changes a member's balance by hand, with an ADJUST entry; suspended members too. `lifetimePoints`, and with it the tier,\nstays. Points that are given never expire unless `expiresAt` says when; points that are taken come from those that\nexpire first. With a `ref` it is executed once, however often you send it. Without one each call is an adjustment of its\nown: after a 503 or a lost connection look at the member's ledger before you send it again.\n\n**Permission:** `points:adjust`.",
        "x-permission": "points:adjust",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AdjustPointsBody"
              },
              "examples": {
                "give": {
                  "summary": "100 points that expire with the year",
                  "value": {
                    "points": 100,
                    "reason": "Apology for the broken eggs",
                    "ref": "ticket-4711",
                    "expiresAt": "2026-12-31"
                  }
                },
                "take": {
                  "summary": "20 points back",
                  "value": {
                    "points": -20,
                    "reason": "Receipt was entered twice"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "This `ref` was executed before; the stored response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Idempotency-Mismatch": {
                "$ref": "#/components/headers/IdempotencyMismatch"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Adjustment"
                }
              }
            }
          },
          "201": {
            "description": "The entry, and the balance after it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Adjustment"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/AdjustmentConflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/AdjustmentRefused"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/points/expiring": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listExpiringPoints",
        "tags": [
          "Members"
        ],
        "summary": "List a member's points by when they expire",
        "description": "The points that expire within so many days, those that expire first come first. Points whose time has come are on the\nbalance, can be redeemed and are listed until the nightly job has taken them.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/WithinDays"
          }
        ],
        "responses": {
          "200": {
            "description": "The balance, and what of it expires when.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExpiringPointsList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/suspend": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "suspendMember",
        "tags": [
          "Members"
        ],
        "summary": "Suspend a member",
        "description": "From active to suspended: evaluate responds 403 MEMBER_SUSPENDED from now on. Already suspended: 200 with the record.\nThe body may be left out; a `reason` in it is shown as `stateReason` until the next change.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MemberActionBody"
              },
              "examples": {
                "withReason": {
                  "summary": "With a reason",
                  "value": {
                    "reason": "Chargebacks on three receipts"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneMember"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/reinstate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "reinstateMember",
        "tags": [
          "Members"
        ],
        "summary": "Reinstate a suspended member",
        "description": "From suspended to active: the member earns again. Already active: 200 with the record. The body may be left out; a\n`reason` in it is shown as `stateReason` until the next change.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MemberActionBody"
              },
              "examples": {
                "withReason": {
                  "summary": "With a reason",
                  "value": {
                    "reason": "Cleared by support"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneMember"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/stamp-cards": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listStampCards",
        "tags": [
          "Members"
        ],
        "summary": "List a member's stamp cards",
        "description": "One card for each ACTIVE campaign of type STAMP_CARD, in the order they were activated, also where the member has no\nstamp yet; of PAUSED ones only those on which the member has collected.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "description": "The cards.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/StampCardList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/rewards": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listMemberRewards",
        "tags": [
          "Members"
        ],
        "summary": "List a member's rewards",
        "description": "The rewards that campaigns and tiers gave to the member, newest first, with their codes once they are issued.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RewardStateFilter"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of rewards.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RewardList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/stats": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getMemberStatistics",
        "tags": [
          "Members"
        ],
        "summary": "Get a member's purchase statistics",
        "description": "Spending and number of purchases, in all and in windows of whole UTC days that end today, by when each was bought. A\npurchase is a receipt that was processed by `evaluate`, one by one, in bulk or streamed; amounts of all currencies are\nadded at face value. Then how often the member has visited under each campaign of type VISIT_FIXED, archived ones too.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "description": "The statistics.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/MemberStatistics"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/consents": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listConsents",
        "tags": [
          "Members"
        ],
        "summary": "List a member's consents",
        "description": "The member's consents and withdrawals, newest first. `current` has the one that counts now for each purpose and channel,\nwhich is the record with the newest `grantedAt`, whenever it was entered.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of consents, and what counts now.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConsentList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/consent": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "recordConsent",
        "tags": [
          "Members"
        ],
        "summary": "Record a consent or its withdrawal",
        "description": "Adds a record; none is ever changed. Name the member by `memberId` or `memberRef`; where both are given they must be of\none member. It enrols nobody.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ConsentBody"
              },
              "examples": {
                "granted": {
                  "summary": "Agreed to in a form",
                  "value": {
                    "memberRef": "customer-42",
                    "purpose": "MARKETING",
                    "channels": [
                      "EMAIL",
                      "SMS"
                    ],
                    "granted": true,
                    "source": "sign-up form",
                    "policyVersion": "2026-03"
                  }
                },
                "withdrawn": {
                  "summary": "Withdrawn at a till, yesterday",
                  "value": {
                    "memberRef": "customer-42",
                    "purpose": "MARKETING",
                    "channels": [
                      "SMS"
                    ],
                    "granted": false,
                    "source": "store-7",
                    "grantedAt": "2026-03-01T15:30:00Z"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The record.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Consent"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ErasedMemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/MemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/rewards": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listRewards",
        "tags": [
          "Rewards"
        ],
        "summary": "List or find rewards",
        "description": "Rewards of the environment, newest first. Filters are combined with AND. With a filter a page may be short, or even empty, and\nstill have a `nextCursor`: only a `nextCursor` of null is the end. A till that reads a code finds its reward by `code`.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RewardCodeFilter"
          },
          {
            "$ref": "#/components/parameters/RewardMemberId"
          },
          {
            "$ref": "#/components/parameters/RewardStateFilter"
          },
          {
            "$ref": "#/components/parameters/RewardTypeFilter"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of rewards.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RewardList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/rewards/{rewardId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RewardId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getReward",
        "tags": [
          "Rewards"
        ],
        "summary": "Get a reward",
        "description": "The reward, with its code once it is issued.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "x-checkout": true,
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneReward"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/RewardNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/rewards/{rewardId}/redeem": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RewardId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "redeemReward",
        "tags": [
          "Rewards"
        ],
        "summary": "Redeem a reward",
        "description": "From ISSUED to REDEEMED, once, before it expires: judged when the call arrives. Name the receipt in `transactionRef`, so\nthat two tills with the same code cannot both give its value. The same reference gets 200 again. Another one, or one\nwhere the reward was redeemed without any, gets 409 with the time and the receipt of the redemption.\n\nThe body may be left out. A reward that is already REDEEMED then gets 200, whichever call redeemed it; the header\n`Idempotent-Replayed` says that this call did not.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-checkout": true,
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RedeemRewardBody"
              },
              "examples": {
                "atTheTill": {
                  "summary": "With the receipt and the store",
                  "value": {
                    "transactionRef": "receipt-1001",
                    "storeRef": "store-7"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/RedeemedReward"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/RewardNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/RewardNotRedeemable"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/rewards/{rewardId}/expire": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RewardId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "expireReward",
        "tags": [
          "Rewards"
        ],
        "summary": "Expire a reward",
        "description": "From ISSUED to EXPIRED, before its time. Already EXPIRED: 200 with the record.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneReward"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/RewardNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/rewards/{rewardId}/retry": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RewardId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "retryReward",
        "tags": [
          "Rewards"
        ],
        "summary": "Have a failed reward fulfilled again",
        "description": "From FAILED back to PENDING_FULFILMENT, with `attempts` at 0: its provider is asked again. A reward of an erased member is refused with\n409 and `context.reason` MEMBER_ERASED.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneReward"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/RewardNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/tiers": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listTiers",
        "tags": [
          "Tiers"
        ],
        "summary": "List tiers",
        "description": "All tiers in the order of `sortOrder`. Without `limit` they come whole.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/WholeLimit"
          }
        ],
        "responses": {
          "200": {
            "description": "The tiers, or one page of them.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TierList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createTier",
        "tags": [
          "Tiers"
        ],
        "summary": "Create a tier",
        "description": "A member is in the tier with the greatest `minLifetimePoints` that their `lifetimePoints` reach; no two tiers may have\nthe same. Reads show the new tier at once, and the next evaluate sees it. `member.tier_changed` follows for each member\nconcerned, in the background: see `GET …/tiers/retiering`.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TierCreateBody"
              },
              "examples": {
                "silver": {
                  "summary": "A tier with one benefit of each kind",
                  "value": {
                    "name": "Silver",
                    "minLifetimePoints": 1000,
                    "sortOrder": 2,
                    "benefits": [
                      {
                        "type": "EARN_MULTIPLIER",
                        "multiplier": 1.5
                      },
                      {
                        "type": "LABEL",
                        "description": "Free delivery"
                      },
                      {
                        "type": "EXCLUSIVE_CAMPAIGN",
                        "campaignId": "0198c0de-1111-7000-8000-000000000011"
                      },
                      {
                        "type": "FREE_REWARD",
                        "rewardType": "FREE_ITEM",
                        "value": {
                          "description": "A coffee of your choice"
                        }
                      }
                    ],
                    "badgeUrl": "https://cdn.example.com/badges/silver.png"
                  }
                },
                "minimal": {
                  "summary": "The required fields",
                  "value": {
                    "name": "Bronze",
                    "minLifetimePoints": 0
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new tier.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Tier"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/DuplicateKeyOrLimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/tiers/retiering": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getRetiering",
        "tags": [
          "Tiers"
        ],
        "summary": "Get the progress of retiering",
        "description": "A change of thresholds moves members to other tiers. Reads show it at once; a run over all members publishes\n`member.tier_changed` for each of them. This is the progress of the newest run.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "description": "The newest run; `IDLE` without times if there was none.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Retiering"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/tiers/{tierId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/TierId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "patch": {
        "operationId": "updateTier",
        "tags": [
          "Tiers"
        ],
        "summary": "Change a tier",
        "description": "Changes the fields that are given and leaves the others; `null` removes the badge. `benefits` is replaced whole. Another threshold moves members as a new tier does.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TierUpdateBody"
              },
              "examples": {
                "raise": {
                  "summary": "Ask for more, and take the badge away",
                  "value": {
                    "minLifetimePoints": 1500,
                    "badgeUrl": null
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneTier"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TierNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/DuplicateKey"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteTier",
        "tags": [
          "Tiers"
        ],
        "summary": "Delete a tier",
        "description": "A tier in which there are members is deleted only with `force=true`: they are then in the next lower one, or in none.\nCampaigns that were exclusive to it are open to everybody, unless another tier names them too. The response does not\nlist them: its `EXCLUSIVE_CAMPAIGN` benefits name them before.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "parameters": [
          {
            "$ref": "#/components/parameters/Force"
          },
          {
            "$ref": "#/components/parameters/GrantFreeRewards"
          }
        ],
        "responses": {
          "204": {
            "$ref": "#/components/responses/NoContent"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TierNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/TierHasMembers"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listSegments",
        "tags": [
          "Segments"
        ],
        "summary": "List segments",
        "description": "All segments of both types, newest first. Without `limit` they come whole.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/WholeLimit"
          }
        ],
        "responses": {
          "200": {
            "description": "The segments, or one page of them.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Create a segment",
        "description": "STATIC: members are added and removed one by one; there are no `rules`. DYNAMIC: `rules` say who belongs; they are\nrequired, and a refresh is queued. Until it ends, only members with new activity are in the segment.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SegmentCreateBody"
              },
              "examples": {
                "static": {
                  "summary": "A list that you keep",
                  "value": {
                    "name": "Staff",
                    "type": "STATIC",
                    "description": "Everybody on the payroll"
                  }
                },
                "dynamic": {
                  "summary": "A rule that members meet or do not",
                  "description": "Members who spent R1000.00 in 30 days, or came five times and are not suspended.",
                  "value": {
                    "name": "Regulars",
                    "type": "DYNAMIC",
                    "rules": {
                      "operator": "OR",
                      "conditions": [
                        {
                          "field": "spend_cents_30d",
                          "op": "gte",
                          "value": 100000
                        },
                        {
                          "operator": "AND",
                          "conditions": [
                            {
                              "field": "txn_count_30d",
                              "op": "gte",
                              "value": 5
                            },
                            {
                              "field": "state",
                              "op": "eq",
                              "value": "active"
                            }
                          ]
                        }
                      ]
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new segment, without members.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Segment"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/preview": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "previewSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Try the rules of a segment",
        "description": "Counts the members who meet these rules now, and names some of them; nothing is stored. The count is exact or there is\nnone: where it takes longer than 4 seconds, or while another preview of this environment runs, the response is 503\n`PROCESSING_TIMEOUT`. Then create the segment and refresh it.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SegmentPreviewBody"
              },
              "examples": {
                "regulars": {
                  "summary": "Members who came five times in 30 days, and three of them",
                  "value": {
                    "rules": {
                      "operator": "AND",
                      "conditions": [
                        {
                          "field": "txn_count_30d",
                          "op": "gte",
                          "value": 5
                        }
                      ]
                    },
                    "sampleSize": 3
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "How many meet the rules.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentPreview"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/SegmentTakesLonger"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/refresh": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "refreshSegments",
        "tags": [
          "Segments"
        ],
        "summary": "Refresh all DYNAMIC segments",
        "description": "Queues a refresh of every DYNAMIC segment; `lastRefreshedAt` of each is the start of its newest completed refresh.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "202": {
            "description": "They are queued.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentsQueued"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/{segmentId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/SegmentId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Get a segment",
        "description": "One segment with its rules and the number of its members.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneSegment"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Change a segment",
        "description": "Changes the name, the description, or the rules of a DYNAMIC segment; `rules` is replaced whole. The type stays. New\nrules queue a refresh; until it ends, members without new activity stay as they are.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SegmentUpdateBody"
              },
              "examples": {
                "rename": {
                  "summary": "Rename it, and take the description away",
                  "value": {
                    "name": "Big spenders",
                    "description": null
                  }
                },
                "replaceRules": {
                  "summary": "Replace the rules of a DYNAMIC segment",
                  "value": {
                    "rules": {
                      "operator": "AND",
                      "conditions": [
                        {
                          "field": "lifetime_points",
                          "op": "gt",
                          "value": 5000
                        }
                      ]
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneSegment"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Delete a segment",
        "description": "Removes the segment and its memberships. **Campaigns that target it and no other segment that exists are open to every\nmember from then on.** The response does not list them: look for its id in the `targetSegmentIds` of `GET /campaigns`\nfirst.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "204": {
            "$ref": "#/components/responses/NoContent"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/{segmentId}/refresh": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/SegmentId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "refreshSegment",
        "tags": [
          "Segments"
        ],
        "summary": "Refresh a DYNAMIC segment",
        "description": "Computes the segment again and returns the changes. It waits up to 25 seconds for a refresh that began after the call.\nAfter that the response is 503 `PROCESSING_TIMEOUT` and the refresh continues: the same call waits for the running one\nor the next.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "200": {
            "description": "The segment is refreshed.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentRefresh"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/SegmentNotDynamic"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/SegmentTakesLonger"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/{segmentId}/members": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/SegmentId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listSegmentMembers",
        "tags": [
          "Segments"
        ],
        "summary": "List the members of a segment",
        "description": "The members with their balances, last added first.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of members.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentMemberList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "addSegmentMembers",
        "tags": [
          "Segments"
        ],
        "summary": "Add members to a STATIC segment",
        "description": "Adds all of them or none: an unknown member gets 404, an erased one 403. Members who are already in the segment do not\ncount in `added`. The next evaluate of these members sees it. After a 503 some may have been added: send the call again.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SegmentMembersBody"
              },
              "examples": {
                "one": {
                  "summary": "One member",
                  "value": {
                    "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002"
                  }
                },
                "several": {
                  "summary": "Several at once",
                  "value": {
                    "memberIds": [
                      "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "0198c0de-7a11-8d4f-8e32-5c8e3b01d005"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "They are in the segment.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SegmentMembersAdded"
                },
                "example": {
                  "added": 2
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ErasedMemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/SegmentOrMemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/SegmentNotStatic"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/segments/{segmentId}/members/{memberId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/SegmentId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "delete": {
        "operationId": "removeSegmentMember",
        "tags": [
          "Segments"
        ],
        "summary": "Remove a member from a STATIC segment",
        "description": "The member is not in the segment from then on; 204 also when they were not before.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "responses": {
          "204": {
            "$ref": "#/components/responses/NoContent"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/SegmentOrMemberNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/SegmentNotStatic"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/event-definitions": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listEventDefinitions",
        "tags": [
          "Events"
        ],
        "summary": "List event definitions",
        "description": "All definitions of the environment, archived ones included, newest first. Without `limit` they come whole.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/WholeLimit"
          }
        ],
        "responses": {
          "200": {
            "description": "The definitions, or one page of them.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventDefinitionList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createEventDefinition",
        "tags": [
          "Events"
        ],
        "summary": "Define an event",
        "description": "Defines the key of an event, its payload, and the field that names the member. Events with this key are accepted as soon\nas this call returns.\n\n`properties` is a JSON Schema document of the payload, or just its map of properties. It is read as a document\nwhen it has a keyword that no map of properties can have, such as `type: object`, or `properties` of its own.\n\nThe payload is validated with the keywords of JSON Schema 2020-12 for values: `type`, `enum`, `const`, `properties`,\n`required`, `additionalProperties`, `patternProperties`, `propertyNames`, `dependentRequired`,\n`dependentSchemas`, `items`, `prefixItems`, `contains`, the bounds (`minimum`, `maxLength`, `maxItems` …),\n`multipleOf`, `uniqueItems`, `pattern`, `format` (`date`, `time`, `date-time`, `duration`, `email`, `hostname`,\n`ipv4`, `ipv6`, `uri`, `uuid`), `allOf`, `anyOf`, `oneOf`, `not`, `if`, `then`, `else`, and `$ref` to a place in the\nsame document. Titles, descriptions, examples and `x-…` keywords are kept and not judged; any other keyword is\nrefused, rather than left out in silence.\n\nA definition must not cost more than it is worth: at most 64 KiB, 1,000 values once references are put in, 20\nlevels, no reference that leads back to itself or elsewhere. Patterns are those of RE2, which need time in\nproportion to the text: no look-around and no back-references.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventDefinitionCreateBody"
              },
              "examples": {
                "map": {
                  "summary": "A map of properties",
                  "value": {
                    "key": "fuel.purchase",
                    "name": "Fuel purchase",
                    "properties": {
                      "customerId": {
                        "type": "string"
                      },
                      "litres": {
                        "type": "number",
                        "exclusiveMinimum": 0
                      },
                      "station": {
                        "type": "object",
                        "properties": {
                          "country": {
                            "type": "string",
                            "pattern": "^[A-Z]{2}$"
                          }
                        }
                      }
                    }
                  }
                },
                "document": {
                  "summary": "A JSON Schema document, with another identity field and a lifecycle type",
                  "value": {
                    "key": "app.friend-joined",
                    "name": "A friend joined",
                    "identityProperty": "memberNumber",
                    "lifecycleType": "REFERRAL",
                    "referrerProperty": "invitedBy",
                    "properties": {
                      "type": "object",
                      "required": [
                        "memberNumber",
                        "invitedBy"
                      ],
                      "additionalProperties": false,
                      "properties": {
                        "memberNumber": {
                          "type": "integer",
                          "minimum": 1
                        },
                        "invitedBy": {
                          "type": "integer",
                          "minimum": 1
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new definition, in state ACTIVE and version 1.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventDefinition"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/DuplicateKeyOrLimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateEventDefinitionByKey",
        "tags": [
          "Events"
        ],
        "summary": "Change the definition that the body names",
        "description": "As a PATCH of `/event-definitions/{eventKey}`, with the key in the body. Use that one: this one is deprecated, and its\nresponses carry `Deprecation` and `Sunset`.\n\n**Permission:** `write`.\n\n**Deprecated** since 2026-11-20; it may be gone from 2027-12-20 on.",
        "deprecated": true,
        "x-deprecated-since": "2026-11-20",
        "x-sunset": "2027-12-20",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventDefinitionUpdateByKeyBody"
              },
              "examples": {
                "archive": {
                  "summary": "Accept no more events of this key",
                  "value": {
                    "key": "fuel.purchase",
                    "state": "ARCHIVED"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The event definition as it is now.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventDefinition"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/EventDefinitionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/event-definitions/{eventKey}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/EventKeyInPath"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getEventDefinition",
        "tags": [
          "Events"
        ],
        "summary": "Get an event definition",
        "description": "One definition by its key, as it is now.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneEventDefinition"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/EventDefinitionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateEventDefinition",
        "tags": [
          "Events"
        ],
        "summary": "Change an event definition",
        "description": "Changes the fields that are given and leaves the others; `properties` is replaced whole. Only a change of `properties`\nraises `version`. An event that is sent after the response is judged by the new definition. `state` ARCHIVED stops the\nacceptance of events, ACTIVE resumes it.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventDefinitionUpdateBody"
              },
              "examples": {
                "properties": {
                  "summary": "Ask for more",
                  "value": {
                    "properties": {
                      "type": "object",
                      "required": [
                        "customerId",
                        "litres"
                      ],
                      "properties": {
                        "customerId": {
                          "type": "string"
                        },
                        "litres": {
                          "type": "number",
                          "exclusiveMinimum": 0
                        }
                      }
                    }
                  }
                },
                "archive": {
                  "summary": "Accept no more events of this key",
                  "value": {
                    "state": "ARCHIVED"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneEventDefinition"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/EventDefinitionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/events": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listEvents",
        "tags": [
          "Events"
        ],
        "summary": "The feed of events",
        "description": "Events that were processed, newest first. Lifecycle events without a definition have the key `lifecycle.` and their\ntype in lower case. Filters are combined with AND. A page ends with the payload that exceeds 4 MiB. With both filters it\nmay be short, or even empty. Only a `nextCursor` of null is the end.\n\n**Permission:** `read`.",
        "x-permission": "read",
        "parameters": [
          {
            "$ref": "#/components/parameters/EventKeyFilter"
          },
          {
            "$ref": "#/components/parameters/EventMemberId"
          },
          {
            "$ref": "#/components/parameters/EventMemberRef"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of events.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "submitEvent",
        "tags": [
          "Events"
        ],
        "summary": "Submit an event",
        "description": "Validates the payload by its definition, finds the member in the field that `identityProperty` names (created when\nit is new), and fires the campaigns that the event meets: stamps, EVENT_TRIGGER, and the rules for the definition's\n`lifecycleType`. All in one call.\n\nSafe to repeat: the same `ref` returns the original result, even if the definition has changed since. A refused event\ndoes not use up its reference. References of events are their own: the same text on `evaluate` is another.\n\nWith `Prefer: respond-async` the event is accepted with 202 once its payload was found valid; get the result at the\n`Location`.\n\n**A worked example.** A STAMP_CARD campaign of 10 stamps with `triggerEventKey: fuel.purchase` gives one stamp for\neach such event; an EVENT_TRIGGER campaign on `litres` ≥ 40 with `reward: {points: 50}` awards 50 for 41.5 litres.\n\n**Permission:** `write`.",
        "x-permission": "write",
        "x-checkout": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/Prefer"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventBody"
              },
              "examples": {
                "fuel": {
                  "summary": "41.5 litres of fuel",
                  "value": {
                    "eventKey": "fuel.purchase",
                    "ref": "pump-7-2041",
                    "payload": {
                      "customerId": "customer-42",
                      "litres": 41.5,
                      "station": {
                        "country": "ZA"
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result, or that of the earlier call with this reference.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Idempotency-Mismatch": {
                "$ref": "#/components/headers/IdempotencyMismatch"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventResult"
                },
                "examples": {
                  "stampAndPoints": {
                    "summary": "The third stamp, and 50 points",
                    "value": {
                      "eventId": "0198c0de-7a13-8c3e-9f21-4b7d2a90c004",
                      "eventKey": "fuel.purchase",
                      "ref": "pump-7-2041",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": false,
                      "definitionVersion": 1,
                      "pointsAwarded": 50,
                      "pointsBalance": 250,
                      "campaigns": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000013",
                          "campaignName": "Full tank",
                          "pointsEarned": 50,
                          "rewardIds": []
                        }
                      ],
                      "stampCards": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000014",
                          "stampsCollected": 3,
                          "stampsRequired": 10,
                          "completed": false
                        }
                      ],
                      "state": "PROCESSED",
                      "receivedAt": "2026-03-01T08:00:00.000Z"
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "Accepted with `Prefer: respond-async`; get the result at the `Location`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              },
              "Preference-Applied": {
                "$ref": "#/components/headers/PreferenceApplied"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AcceptedEvent"
                },
                "example": {
                  "ref": "pump-7-2041",
                  "location": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/pump-7-2041?operation=event"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/EventInvalid"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MemberRefused"
          },
          "404": {
            "$ref": "#/components/responses/EventDefinitionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/EventArchivedOrDuplicate"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/PointsOverflow"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/NotProcessed"
          }
        }
      }
    },
    "/tenants/{tenantId}/members/{memberId}/events": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/MemberId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "submitLifecycleEvent",
        "tags": [
          "Events"
        ],
        "summary": "Submit a lifecycle event of a member",
        "description": "Fires SIGNUP_BONUS, ON_DEMAND and REFERRAL_BONUS for a member who exists. Test keys only; in production the\n`lifecycleType` of a custom event does the same. Without `ref` the event gets a reference of its own, and cannot be\nrepeated safely. With `eventKey` it also counts as that custom event, and `payload` must be valid by its definition.\n\n**Permission:** `write`. Test keys only.",
        "x-permission": "write",
        "x-checkout": true,
        "x-test-key-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/Prefer"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LifecycleEventBody"
              },
              "examples": {
                "signup": {
                  "summary": "The member signed up",
                  "value": {
                    "type": "SIGNUP",
                    "ref": "signup-customer-42"
                  }
                },
                "referral": {
                  "summary": "The member was referred by another one",
                  "value": {
                    "type": "REFERRAL",
                    "ref": "referral-customer-42",
                    "referrerRef": "customer-7"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result, or that of the earlier call with this reference.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              },
              "Idempotency-Mismatch": {
                "$ref": "#/components/headers/IdempotencyMismatch"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventResult"
                },
                "examples": {
                  "signup": {
                    "summary": "500 points, once for ever",
                    "value": {
                      "eventId": "0198c0de-7a14-8c3e-9f21-4b7d2a90c005",
                      "eventKey": null,
                      "ref": "signup-customer-42",
                      "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
                      "memberCreated": false,
                      "definitionVersion": null,
                      "pointsAwarded": 500,
                      "pointsBalance": 750,
                      "campaigns": [
                        {
                          "campaignId": "0198c0de-1111-7000-8000-000000000015",
                          "campaignName": "Welcome",
                          "pointsEarned": 500,
                          "rewardIds": []
                        }
                      ],
                      "stampCards": [],
                      "state": "PROCESSED",
                      "receivedAt": "2026-03-01T08:00:00.000Z"
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "Accepted with `Prefer: respond-async`; get the result at the `Location`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              },
              "Preference-Applied": {
                "$ref": "#/components/headers/PreferenceApplied"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AcceptedEvent"
                },
                "example": {
                  "ref": "signup-customer-42",
                  "location": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/signup-customer-42?operation=event"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/EventInvalid"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/SimulateRefused"
          },
          "404": {
            "$ref": "#/components/responses/MemberOrEventDefinitionNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/EventArchivedOrDuplicate"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/PointsOverflow"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/NotProcessed"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listWebhooks",
        "tags": [
          "Webhooks"
        ],
        "summary": "List webhooks",
        "description": "The webhooks of the environment, newest first. Without `limit` they come whole.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/WholeLimit"
          }
        ],
        "responses": {
          "200": {
            "description": "The webhooks, or one page of them.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createWebhook",
        "tags": [
          "Webhooks"
        ],
        "summary": "Register a webhook",
        "description": "Registers an endpoint of yours that receives events. An environment has 100 webhooks at most.\n\nThe `url` names a public host by its domain name, or by an address in its usual notation. Names are not looked up now: a\nname with an address that is not public, without any, or with more than 16, fails with `DNS_FAILED` at each delivery.\nThe server must speak TLS 1.3, or 1.2 with ECDHE. In live environments it begins with `https://`, unless the operator\nallows `http://`. The port is 80, 443, or one from 1024 that no well-known service other than HTTP has. Redirects are\nnot followed.\n\nThe `secret` is yours: it is stored encrypted, and never shown again.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookCreateBody"
              },
              "examples": {
                "some": {
                  "summary": "Some events",
                  "value": {
                    "url": "https://shop.example/loyalty/events",
                    "secret": "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0",
                    "events": [
                      "transaction.processed",
                      "reward.issued"
                    ]
                  }
                },
                "all": {
                  "summary": "All events, also those that come later",
                  "value": {
                    "url": "https://shop.example/loyalty/events",
                    "secret": "a-secret-of-at-least-16-characters",
                    "events": [
                      "*"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The new webhook, ACTIVE.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Webhook"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/LimitExceeded"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks/{webhookId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/WebhookId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "getWebhook",
        "tags": [
          "Webhooks"
        ],
        "summary": "Get a webhook",
        "description": "One webhook as it is now, without its secret.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneWebhook"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateWebhook",
        "tags": [
          "Webhooks"
        ],
        "summary": "Change a webhook, or enable it again",
        "description": "Changes the fields that are given and leaves the others. A webhook that was disabled because its deliveries failed is ACTIVE\nagain after any PATCH, its failures forgotten, unless `status` says `DISABLED`. One that you disabled yourself is ACTIVE again\nwhen `status` says so.\n\nA new `secret` signs `X-Loyalty-Signature` at once. For 24 hours `webhook-signature` carries a signature of the previous\nsecret beside that of the new one.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookUpdateBody"
              },
              "examples": {
                "rotate": {
                  "summary": "Another secret",
                  "value": {
                    "secret": "whsec_YW5vdGhlci1zZWNyZXQtYW5vdGhlci1zZWNyZXQ="
                  }
                },
                "enable": {
                  "summary": "Enable it again",
                  "value": {
                    "status": "ACTIVE"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/OneWebhook"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteWebhook",
        "tags": [
          "Webhooks"
        ],
        "summary": "Delete a webhook",
        "description": "The webhook gets no new deliveries. Running deliveries and those to be retried end with its last URL and secret; with\n`drop=true` nothing more is sent.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "parameters": [
          {
            "$ref": "#/components/parameters/Drop"
          }
        ],
        "responses": {
          "204": {
            "$ref": "#/components/responses/NoContent"
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks/{webhookId}/test": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/WebhookId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "testWebhook",
        "tags": [
          "Webhooks"
        ],
        "summary": "Send a test event",
        "description": "Sends one `webhook.test` to the endpoint, once, whatever it subscribes to, also while it is DISABLED. The result does\nnot count towards disabling; see the list of deliveries. Ten a minute for each webhook.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "responses": {
          "202": {
            "description": "It will be sent at once.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TestDelivery"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks/{webhookId}/deliveries": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/WebhookId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listDeliveries",
        "tags": [
          "Webhooks"
        ],
        "summary": "List deliveries",
        "description": "The deliveries to the endpoint, newest first by the time of the event, or of the replay. Filters are combined with AND.\nWith a filter a page may be short, or even empty, and still have a `nextCursor`: only a `nextCursor` of null is the end.\nDeliveries are kept for 30 days, unless the operator says otherwise.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "parameters": [
          {
            "$ref": "#/components/parameters/DeliveryStatusFilter"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventFilter"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventIdFilter"
          },
          {
            "$ref": "#/components/parameters/DeliverySince"
          },
          {
            "$ref": "#/components/parameters/DeliveryUntil"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of deliveries.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeliveryList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/WebhookId"
        },
        {
          "$ref": "#/components/parameters/DeliveryId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "post": {
        "operationId": "replayDelivery",
        "tags": [
          "Webhooks"
        ],
        "summary": "Replay a delivery",
        "description": "Sends the event of a finished delivery once more, as a delivery with another `deliveryId`, the same event `id` and a\nschedule of its own. 409 while the delivery is not finished, while the webhook is DISABLED, and after its member was\nerased.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "responses": {
          "202": {
            "description": "It will be sent at once.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReplayedDelivery"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/DeliveryNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/webhooks/{webhookId}/replays": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/WebhookId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listReplays",
        "tags": [
          "Webhooks"
        ],
        "summary": "List replays of ranges",
        "description": "The requested replays of ranges with their progress, newest first. They are kept as long as deliveries.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "parameters": [
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of replays.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReplayList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "replayEvents",
        "tags": [
          "Webhooks"
        ],
        "summary": "Replay a range of events",
        "description": "Sends the endpoint the events of a time range again, or for the first time if it was DISABLED. It sends the types that\nthe webhook subscribes to now, without tests and without events of members who were erased since. Events that are being\ndelivered or retried are left alone. Each event becomes a delivery with the same event `id`; one that was delivered\nbefore gets another `deliveryId`, and `replayOf`.\n\nDeliveries are made in portions, those of the last minute once it is over, and no faster than the endpoint accepts them;\nthe list of replays shows the state. One at a time: 409 while another one is RUNNING, and while the webhook is DISABLED.\nA webhook that is disabled or deleted meanwhile ends its replay as STOPPED. Nothing is kept from before the oldest day\nof\ndeliveries: `since` is raised to it.\n\n**Permission:** `admin`.",
        "x-permission": "admin",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ReplayBody"
              },
              "example": {
                "since": "2026-03-01T08:00:00Z",
                "until": "2026-03-01T12:00:00Z"
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "It has begun.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Replay"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/WebhookNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/InvalidStateTransition"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tenants/{tenantId}/request-logs": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TenantId"
        },
        {
          "$ref": "#/components/parameters/RequestIdHeader"
        },
        {
          "$ref": "#/components/parameters/Traceparent"
        }
      ],
      "get": {
        "operationId": "listRequestLogs",
        "tags": [
          "Request logs"
        ],
        "summary": "List requests made with test keys",
        "description": "The requests of the test environment in the last 7 days, newest first; the newest 10,000 at least. Test keys only: nothing is\nkept of requests with live keys. A request is listed about a second after its response; one that is refused before its\nkey is known is not. Filters are combined with AND. With `status` or `path` a page may be short, or even empty, and\nstill have a `nextCursor`: only a `nextCursor` of null is the end.\n\nBodies are shown without their secrets: API keys, tokens, secrets of webhooks and codes of rewards read `[removed]`.\nBodies of lists, of bulk calls and of requests for erased members are not kept, nor those above 16 KiB. Erasing a\nmember deletes every request that names them. An environment that sends more than about a hundred requests a second\nhas only some of them listed.\n\n**Permission:** `read`. Test keys only.",
        "x-permission": "read",
        "x-test-key-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/LoggedStatusFilter"
          },
          {
            "$ref": "#/components/parameters/LoggedPathFilter"
          },
          {
            "$ref": "#/components/parameters/LoggedSince"
          },
          {
            "$ref": "#/components/parameters/LoggedUntil"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of requests.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/XRequestId"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimitReset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RequestLogList"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/ValidationFailed"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/TestKeyRefused"
          },
          "404": {
            "$ref": "#/components/responses/TenantNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/health/live": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getLiveness",
        "tags": [
          "Operations"
        ],
        "summary": "Is the process alive?",
        "description": "200 as long as the process can recover by itself, whatever its dependencies do; 503 when it is to be restarted.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "Alive.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "503": {
            "description": "Beyond recovery.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                },
                "example": {
                  "status": "unavailable"
                }
              }
            }
          }
        }
      }
    },
    "/health/ready": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getReadiness",
        "tags": [
          "Operations"
        ],
        "summary": "May the process be sent requests?",
        "description": "200 when this process serves what it is sent, 503 while it starts or stops, or cannot hear from the engines. A\ndependency that all processes share, and that is away, is the 503 of a request, with `Retry-After`. For load\nbalancers: what is away, and the metrics, are shown to operators alone, on the process' admin port.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "Ready.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "503": {
            "description": "Not ready.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Health"
                },
                "example": {
                  "status": "unavailable"
                }
              }
            }
          }
        }
      }
    },
    "/openapi.json": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getOpenapiDocument",
        "tags": [
          "Operations"
        ],
        "summary": "This document",
        "description": "The OpenAPI document that requests are validated against.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "An OpenAPI 3.1 document.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                },
                "example": {
                  "openapi": "3.1.0",
                  "info": {
                    "title": "Loyalty engine"
                  }
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          }
        }
      }
    },
    "/asyncapi.json": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getAsyncapiDocument",
        "tags": [
          "Operations"
        ],
        "summary": "What travels beside HTTP, as a document",
        "description": "The AsyncAPI document: webhooks, the receipts that a tenant streams, and the facts that services follow.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "An AsyncAPI 3.0 document.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                },
                "example": {
                  "asyncapi": "3.0.0",
                  "info": {
                    "title": "Loyalty engine"
                  }
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          }
        }
      }
    },
    "/docs": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getDocumentation",
        "tags": [
          "Operations"
        ],
        "summary": "This document, to read",
        "description": "The same document as a page.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "A page.",
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          }
        }
      }
    },
    "/docs/events": {
      "servers": [
        {
          "url": "/"
        }
      ],
      "get": {
        "operationId": "getEventDocumentation",
        "tags": [
          "Operations"
        ],
        "summary": "What travels beside HTTP, to read",
        "description": "The AsyncAPI document as a page.\n\n**Permission:** none; no credential is asked for.",
        "security": [],
        "x-permission": "none",
        "responses": {
          "200": {
            "description": "A page.",
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          }
        }
      }
    }
  },
  "webhooks": {
    "campaign.budget_alert": {
      "post": {
        "operationId": "receiveCampaignBudgetAlert",
        "tags": [
          "Webhook events"
        ],
        "summary": "campaign.budget_alert",
        "description": "What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "campaign.budget_suspended": {
      "post": {
        "operationId": "receiveCampaignBudgetSuspended",
        "tags": [
          "Webhook events"
        ],
        "summary": "campaign.budget_suspended",
        "description": "A campaign was paused because its budget is spent. The award that crossed the cap was honoured whole. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "event.processed": {
      "post": {
        "operationId": "receiveEventProcessed",
        "tags": [
          "Webhook events"
        ],
        "summary": "event.processed",
        "description": "An event of a member was stored. Its payload is in the feed. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.enrolled": {
      "post": {
        "operationId": "receiveMemberEnrolled",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.enrolled",
        "description": "A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.erased": {
      "post": {
        "operationId": "receiveMemberErased",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.erased",
        "description": "A member was erased. Nothing says who: whoever asked for it knows. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.reinstated": {
      "post": {
        "operationId": "receiveMemberReinstated",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.reinstated",
        "description": "A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.stamp_card_completed": {
      "post": {
        "operationId": "receiveMemberStampCardCompleted",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.stamp_card_completed",
        "description": "A member completed a stamp card, by a receipt or by an event. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.suspended": {
      "post": {
        "operationId": "receiveMemberSuspended",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.suspended",
        "description": "A member was suspended: receipts of theirs are refused from now on. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "member.tier_changed": {
      "post": {
        "operationId": "receiveMemberTierChanged",
        "tags": [
          "Webhook events"
        ],
        "summary": "member.tier_changed",
        "description": "A member came into another tier, up or down. The changes of a member are a chain: each begins where the one before it ended. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "points.adjusted": {
      "post": {
        "operationId": "receivePointsAdjusted",
        "tags": [
          "Webhook events"
        ],
        "summary": "points.adjusted",
        "description": "Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "points.credited": {
      "post": {
        "operationId": "receivePointsCredited",
        "tags": [
          "Webhook events"
        ],
        "summary": "points.credited",
        "description": "Points that another member's event owed to this one, who had referred them, have arrived. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "points.expired": {
      "post": {
        "operationId": "receivePointsExpired",
        "tags": [
          "Webhook events"
        ],
        "summary": "points.expired",
        "description": "Points of a member expired; one event for each member and run, whatever the number of lots. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "reward.expired": {
      "post": {
        "operationId": "receiveRewardExpired",
        "tags": [
          "Webhook events"
        ],
        "summary": "reward.expired",
        "description": "A reward expired, by itself or by hand. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "reward.failed": {
      "post": {
        "operationId": "receiveRewardFailed",
        "tags": [
          "Webhook events"
        ],
        "summary": "reward.failed",
        "description": "There was no code to be had for a reward. It can be retried. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "reward.issued": {
      "post": {
        "operationId": "receiveRewardIssued",
        "tags": [
          "Webhook events"
        ],
        "summary": "reward.issued",
        "description": "A reward got its code. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
                        "$ref": "#/components/schemas/RewardType",
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
                            "$ref": "#/components/schemas/DiscountType",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "reward.redeemed": {
      "post": {
        "operationId": "receiveRewardRedeemed",
        "tags": [
          "Webhook events"
        ],
        "summary": "reward.redeemed",
        "description": "A reward was redeemed, which happens once. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "transaction.processed": {
      "post": {
        "operationId": "receiveTransactionProcessed",
        "tags": [
          "Webhook events"
        ],
        "summary": "transaction.processed",
        "description": "A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "transaction.redeemed": {
      "post": {
        "operationId": "receiveTransactionRedeemed",
        "tags": [
          "Webhook events"
        ],
        "summary": "transaction.redeemed",
        "description": "Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    },
    "webhook.test": {
      "post": {
        "operationId": "receiveWebhookTest",
        "tags": [
          "Webhook events"
        ],
        "summary": "webhook.test",
        "description": "Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.\n\nRespond with any 2xx within 10 seconds, and work afterwards. The same `id` may come again.",
        "security": [],
        "parameters": [
          {
            "name": "X-Loyalty-Signature",
            "in": "header",
            "required": true,
            "description": "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret, in lower-case hex. The key is the secret as it was\ngiven, in UTF-8. Compare in constant time.\n",
            "schema": {
              "type": "string"
            },
            "example": "sha256=6f1e0e2b6c1d0a2fb5c3a3a0cb1e5ff1f3b1a7cf4a0a4d1d2f4e8b7c9d0a1b2c"
          },
          {
            "name": "X-Loyalty-Event",
            "in": "header",
            "required": true,
            "description": "The type of the event, as `event` in the body.",
            "schema": {
              "type": "string"
            },
            "example": "transaction.processed"
          },
          {
            "name": "X-Loyalty-Delivery",
            "in": "header",
            "required": true,
            "description": "The id of the delivery, as `deliveryId` in the body.",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8f66-8b00-00000000010d"
          },
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The id of the event, as `id` in the body (Standard Webhooks).",
            "schema": {
              "type": "string",
              "format": "uuid"
            },
            "example": "0198c0de-7a11-8e55-9a00-00000000010d"
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When this attempt was made, in seconds since 1970 (Standard Webhooks). Refuse what is older than five minutes.",
            "schema": {
              "type": "string"
            },
            "example": "1772352000"
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body with dots between them (Standard\nWebhooks). The key is what the base64 behind `whsec_` holds; of any other secret its UTF-8 bytes. For 24 hours after the\nsecret was changed there are two signatures, with a space between them: one of them must fit.\n",
            "schema": {
              "type": "string"
            },
            "example": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
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
                    "$ref": "#/components/schemas/Mode",
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
              "example": {
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
          }
        },
        "responses": {
          "410": {
            "description": "The endpoint is gone. Its webhook is disabled at once; a PATCH of the webhook enables it again."
          },
          "2XX": {
            "description": "Delivered. The status alone decides."
          },
          "default": {
            "description": "Everything else is a failure: any other status, redirects among them, no response within 10 seconds, no connection.\nThe same bytes are sent again 1 minute, 5 minutes, 30 minutes and 2 hours after the failure before (each ± 10 %).\nThen the delivery is FAILED and can be replayed. The fifth delivery in a row that ends so disables the webhook; a\nsuccess restarts the count.\n"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "`sk_test_…` for the isolated test environment, `sk_live_…` for production. For servers and tills; never in a\nbrowser.\n"
      },
      "bearerJwt": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "RS256. The tenant is in the claim `tenant_id`, the environment in `env`, permissions in `scope`: reading needs\n`read`, changing needs `write`, adjusting points `points:adjust`; `admin` includes all.\n"
      }
    },
    "parameters": {
      "TenantId": {
        "name": "tenantId",
        "in": "path",
        "required": true,
        "description": "The tenant's UUID.",
        "schema": {
          "type": "string",
          "format": "uuid"
        },
        "example": "0198c0de-0000-7000-8000-000000000001"
      },
      "RequestIdHeader": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random\none when absent or anything else.\n",
        "schema": {
          "type": "string"
        },
        "example": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77"
      },
      "Traceparent": {
        "name": "traceparent",
        "in": "header",
        "description": "The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid.",
        "schema": {
          "type": "string"
        },
        "example": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      },
      "TransactionRef": {
        "name": "transactionRef",
        "in": "path",
        "required": true,
        "description": "The caller's reference of the transaction.",
        "schema": {
          "type": "string"
        },
        "example": "receipt-1001"
      },
      "TransactionRefQuery": {
        "name": "transactionRef",
        "in": "query",
        "description": "The caller's reference of the transaction. Either this or `transactionId` is required.",
        "schema": {
          "type": "string"
        },
        "example": "evaluate"
      },
      "TransactionIdQuery": {
        "name": "transactionId",
        "in": "query",
        "description": "The id of the transaction; `operation` is not looked at then. Either this or `transactionRef` is required.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001"
      },
      "OperationFilter": {
        "name": "operation",
        "in": "query",
        "description": "Only transactions of this kind.",
        "schema": {
          "$ref": "#/components/schemas/TransactionOperation"
        },
        "example": "redeem"
      },
      "TransactionsFrom": {
        "name": "from",
        "in": "query",
        "description": "Only transactions that were decided at this time or later.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "TransactionsTo": {
        "name": "to",
        "in": "query",
        "description": "Only transactions that were decided at this time or earlier; a plain date is the end of that UTC day.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-31"
      },
      "ExpandCampaigns": {
        "name": "expand",
        "in": "query",
        "description": "With `campaigns`, each transaction has its `campaigns` too.",
        "schema": {
          "$ref": "#/components/schemas/TransactionExpansion"
        },
        "example": "campaigns"
      },
      "CampaignId": {
        "name": "campaignId",
        "in": "path",
        "required": true,
        "description": "The campaign's UUID; anything else is an unknown campaign (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-1111-7000-8000-000000000011"
      },
      "MemberId": {
        "name": "memberId",
        "in": "path",
        "required": true,
        "description": "The member's internal UUID; anything else is an unknown member (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002"
      },
      "RewardId": {
        "name": "rewardId",
        "in": "path",
        "required": true,
        "description": "The reward's UUID; anything else is an unknown reward (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007"
      },
      "TierId": {
        "name": "tierId",
        "in": "path",
        "required": true,
        "description": "The tier's UUID; anything else is an unknown tier (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-3333-7000-8000-000000000031"
      },
      "SegmentId": {
        "name": "segmentId",
        "in": "path",
        "required": true,
        "description": "The segment's UUID; anything else is an unknown segment (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-2222-7000-8000-000000000021"
      },
      "WebhookId": {
        "name": "webhookId",
        "in": "path",
        "required": true,
        "description": "The webhook's UUID; anything else is an unknown webhook (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-6666-7000-8000-000000000061"
      },
      "DeliveryId": {
        "name": "deliveryId",
        "in": "path",
        "required": true,
        "description": "The delivery's UUID; anything else is an unknown delivery (404).",
        "schema": {
          "type": "string"
        },
        "example": "0198c0de-7a11-8f66-8b00-000000000107"
      },
      "DeliveryStatusFilter": {
        "name": "status",
        "in": "query",
        "description": "Only deliveries in this status.",
        "schema": {
          "$ref": "#/components/schemas/DeliveryStatus"
        },
        "example": "FAILED"
      },
      "DeliveryEventFilter": {
        "name": "event",
        "in": "query",
        "description": "Only deliveries of events of this type.",
        "schema": {
          "type": "string",
          "maxLength": 64
        },
        "example": "reward.issued"
      },
      "DeliveryEventIdFilter": {
        "name": "eventId",
        "in": "query",
        "description": "Only deliveries of this event.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "0198c0de-7a11-8e55-9a00-000000000107"
      },
      "DeliverySince": {
        "name": "since",
        "in": "query",
        "description": "Only deliveries of this time or later.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "DeliveryUntil": {
        "name": "until",
        "in": "query",
        "description": "Only deliveries of this time or earlier; a plain date is the end of that UTC day.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "LoggedStatusFilter": {
        "name": "status",
        "in": "query",
        "description": "Only requests whose response had this status.",
        "schema": {
          "type": "integer",
          "format": "int32",
          "minimum": 100,
          "maximum": 599
        },
        "example": 400
      },
      "LoggedPathFilter": {
        "name": "path",
        "in": "query",
        "description": "Only requests whose path contains this text.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255
        },
        "example": "/transactions/evaluate"
      },
      "LoggedSince": {
        "name": "since",
        "in": "query",
        "description": "Only requests of this time or later.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "LoggedUntil": {
        "name": "until",
        "in": "query",
        "description": "Only requests of this time or earlier; a plain date is the end of that UTC day.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "Prefer": {
        "name": "Prefer",
        "in": "header",
        "description": "`respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored.",
        "schema": {
          "type": "string"
        },
        "example": "respond-async"
      },
      "BurnCampaign": {
        "name": "campaignId",
        "in": "query",
        "description": "The campaign whose rate is asked for; the active default without it.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "0198c0de-1111-7000-8000-000000000011"
      },
      "Operation": {
        "name": "operation",
        "in": "query",
        "description": "The kind of operation that the reference belongs to; each kind has references of its own.",
        "schema": {
          "$ref": "#/components/schemas/RequestOperation"
        },
        "example": "event"
      },
      "WithinDays": {
        "name": "within",
        "in": "query",
        "description": "How many days from now to include.",
        "schema": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 3650,
          "default": 365
        },
        "example": 365
      },
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `nextCursor` of the page before, unchanged and with the same filters.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1024
        },
        "example": "eyJrIjoiMTc3MjM1MjAwMDAwMCJ9"
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "How many items a page may have.",
        "schema": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 200,
          "default": 50
        },
        "example": 50
      },
      "WholeLimit": {
        "name": "limit",
        "in": "query",
        "description": "How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,\nas far as that, with a `nextCursor`.\n",
        "schema": {
          "type": "integer",
          "format": "int32",
          "minimum": 1,
          "maximum": 200
        },
        "example": 50
      },
      "GrantFreeRewards": {
        "name": "grantFreeRewards",
        "in": "query",
        "description": "As in the body of a change. Deleting a tier moves no member up, so it gives no rewards.\n",
        "schema": {
          "type": "boolean",
          "default": false,
          "x-says": "must be one of true, false"
        },
        "example": true
      },
      "Force": {
        "name": "force",
        "in": "query",
        "description": "`true`: also when there are members in the tier.",
        "schema": {
          "type": "boolean",
          "default": false,
          "x-says": "must be one of true, false"
        },
        "example": true
      },
      "Drop": {
        "name": "drop",
        "in": "query",
        "description": "`true`: unfinished deliveries are given up, except for running ones.",
        "schema": {
          "type": "boolean",
          "default": false,
          "x-says": "must be one of true, false"
        },
        "example": true
      },
      "EventKeyInPath": {
        "name": "eventKey",
        "in": "path",
        "required": true,
        "description": "The key of the event definition; anything else is an unknown definition (404).",
        "schema": {
          "type": "string"
        },
        "example": "fuel.purchase"
      },
      "EventKeyFilter": {
        "name": "eventKey",
        "in": "query",
        "description": "Only events with this key.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255
        },
        "example": "fuel.purchase"
      },
      "EventMemberId": {
        "name": "memberId",
        "in": "query",
        "description": "Only events of this member.",
        "schema": {
          "type": "string",
          "format": "uuid"
        },
        "example": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002"
      },
      "EventMemberRef": {
        "name": "memberRef",
        "in": "query",
        "description": "Only events of the member with exactly this externalRef; none of one who was erased.",
        "schema": {
          "$ref": "#/components/schemas/Ref"
        },
        "example": "customer-42"
      },
      "CampaignStateFilter": {
        "name": "state",
        "in": "query",
        "description": "Only campaigns in this state.",
        "schema": {
          "$ref": "#/components/schemas/CampaignState"
        },
        "example": "ACTIVE"
      },
      "MemberRefFilter": {
        "name": "ref",
        "in": "query",
        "description": "Only the member with exactly this externalRef; nobody who was erased.",
        "schema": {
          "$ref": "#/components/schemas/Ref"
        },
        "example": "customer-42"
      },
      "MemberSearch": {
        "name": "search",
        "in": "query",
        "description": "Only members whose externalRef, name or e-mail address contains this text. Case does not count; every character stands for\nitself, `%` and `_` too.\n",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255
        },
        "example": "customer"
      },
      "MemberStateFilter": {
        "name": "state",
        "in": "query",
        "description": "Only members in this state.",
        "schema": {
          "$ref": "#/components/schemas/MemberState"
        },
        "example": "active"
      },
      "RewardStateFilter": {
        "name": "state",
        "in": "query",
        "description": "Only rewards in this state.",
        "schema": {
          "$ref": "#/components/schemas/RewardState"
        },
        "example": "ISSUED"
      },
      "RewardTypeFilter": {
        "name": "rewardType",
        "in": "query",
        "description": "Only rewards of this kind.",
        "schema": {
          "$ref": "#/components/schemas/RewardType"
        },
        "example": "GIFT_CARD"
      },
      "RewardMemberId": {
        "name": "memberId",
        "in": "query",
        "description": "Only rewards of this member.",
        "schema": {
          "type": "string",
          "format": "uuid"
        },
        "example": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002"
      },
      "RewardCodeFilter": {
        "name": "code",
        "in": "query",
        "description": "Only the reward with exactly this code. Codes of the built-in generator are found in any spelling, without dashes or in\nlower case; a mistyped code finds none.\n",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255
        },
        "example": "98XYTK-9C6JMS-88NAY9"
      },
      "LedgerTypeFilter": {
        "name": "type",
        "in": "query",
        "description": "Only entries of this type.",
        "schema": {
          "$ref": "#/components/schemas/LedgerType"
        },
        "example": "EARN"
      },
      "LedgerSince": {
        "name": "since",
        "in": "query",
        "description": "Only entries of this time or later.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-01"
      },
      "LedgerUntil": {
        "name": "until",
        "in": "query",
        "description": "Only entries of this time or earlier; a plain date is the end of that UTC day.",
        "schema": {
          "$ref": "#/components/schemas/Instant"
        },
        "example": "2026-03-31"
      },
      "MemberTierId": {
        "name": "tierId",
        "in": "query",
        "description": "Only members of this tier.",
        "schema": {
          "type": "string",
          "format": "uuid"
        },
        "example": "0198c0de-3333-7000-8000-000000000031"
      }
    },
    "headers": {
      "XRequestId": {
        "description": "Identifies this request in our logs; your own X-Request-Id of at most 128 printable characters is kept.",
        "schema": {
          "type": "string"
        },
        "example": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77"
      },
      "RateLimitLimit": {
        "description": "Requests that the credential may send a minute.",
        "schema": {
          "type": "integer",
          "format": "int32"
        },
        "example": 600
      },
      "RateLimitRemaining": {
        "description": "Requests left at this moment.",
        "schema": {
          "type": "integer",
          "format": "int32"
        },
        "example": 599
      },
      "RateLimitReset": {
        "description": "Seconds until the full limit is available again.",
        "schema": {
          "type": "integer",
          "format": "int32"
        },
        "example": 1
      },
      "RetryAfter": {
        "description": "Seconds to wait before sending the request again; at least 1.",
        "schema": {
          "type": "integer",
          "format": "int32",
          "minimum": 1
        },
        "example": 1
      },
      "Allow": {
        "description": "The methods of this path.",
        "schema": {
          "type": "string"
        },
        "example": "GET, POST"
      },
      "WwwAuthenticate": {
        "description": "How to authenticate besides an API key.",
        "schema": {
          "type": "string"
        },
        "example": "Bearer"
      },
      "IdempotentReplayed": {
        "description": "`true` when this is the stored response to an earlier request with the same reference.",
        "schema": {
          "type": "string",
          "const": "true"
        },
        "example": "true"
      },
      "IdempotencyMismatch": {
        "description": "`true` when the earlier request with the same reference had another body. Check your references.",
        "schema": {
          "type": "string",
          "const": "true"
        },
        "example": "true"
      },
      "Location": {
        "description": "Where the result will be.",
        "schema": {
          "type": "string"
        },
        "example": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/receipt-1001?operation=evaluate"
      },
      "PreferenceApplied": {
        "description": "`respond-async`.",
        "schema": {
          "type": "string"
        },
        "example": "respond-async"
      },
      "Deprecation": {
        "description": "Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745).",
        "schema": {
          "type": "string"
        },
        "example": "@1795132800"
      },
      "Sunset": {
        "description": "From when on a deprecated operation may be gone, as an HTTP date (RFC 8594).",
        "schema": {
          "type": "string"
        },
        "example": "Mon, 20 Dec 2027 00:00:00 GMT"
      }
    },
    "responses": {
      "OneCampaign": {
        "description": "The campaign as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Campaign"
            }
          }
        }
      },
      "OneMember": {
        "description": "The member as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Member"
            }
          }
        }
      },
      "RedeemedReward": {
        "description": "The reward, redeemed by this call or by an earlier one.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          },
          "Idempotent-Replayed": {
            "description": "`true` when an earlier call has redeemed it.",
            "schema": {
              "type": "string",
              "const": "true"
            },
            "example": "true"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Reward"
            },
            "example": {
              "id": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "tierId": null,
              "transactionRef": "receipt-1000",
              "state": "REDEEMED",
              "rewardType": "GIFT_CARD",
              "value": {
                "amount": 25000,
                "currency": "ZAR",
                "code": "98XYTK-9C6JMS-88NAY9"
              },
              "attempts": 1,
              "failureReason": null,
              "createdAt": "2026-03-01T08:00:00.000Z",
              "issuedAt": "2026-03-01T08:00:00.412Z",
              "expiresAt": "2026-03-31T08:00:00.412Z",
              "redeemedAt": "2026-03-02T09:30:00.000Z",
              "redeemedTransactionRef": "receipt-1001",
              "redeemedStoreRef": "store-7",
              "expiredAt": null,
              "failedAt": null
            }
          }
        }
      },
      "OneReward": {
        "description": "The reward as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Reward"
            }
          }
        }
      },
      "OneTier": {
        "description": "The tier as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Tier"
            }
          }
        }
      },
      "OneSegment": {
        "description": "The segment as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Segment"
            }
          }
        }
      },
      "NoContent": {
        "description": "Done; there is nothing to show.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        }
      },
      "OneEventDefinition": {
        "description": "The event definition as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/EventDefinition"
            }
          }
        }
      },
      "OneWebhook": {
        "description": "The webhook as it is now.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Webhook"
            }
          }
        }
      },
      "ValidationFailed": {
        "description": "A field is missing or invalid; `context.errors` names each one. Code: `VALIDATION_ERROR`.",
        "x-error-codes": [
          "VALIDATION_ERROR"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ValidationProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/validation-error",
              "title": "The request is not valid",
              "status": 400,
              "detail": "One or more fields are missing or invalid; see context.errors.",
              "code": "VALIDATION_ERROR",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "errors": [
                  {
                    "pointer": "/amount",
                    "message": "must be an integer ≥ 1"
                  }
                ]
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The API key or token is missing or not valid, or two credentials disagree. Code: `UNAUTHORIZED`.",
        "x-error-codes": [
          "UNAUTHORIZED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/unauthorized",
              "title": "Authentication is required",
              "status": 401,
              "detail": "Send a valid API key in X-API-Key or a valid bearer token in Authorization.",
              "code": "UNAUTHORIZED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "Forbidden": {
        "description": "The credential belongs to another tenant, or lacks the permission. Code: `FORBIDDEN`.",
        "x-error-codes": [
          "FORBIDDEN"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/forbidden",
              "title": "Not allowed",
              "status": 403,
              "detail": "This credential may not do this.",
              "code": "FORBIDDEN",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "permission": "write"
              }
            }
          }
        }
      },
      "MemberRefused": {
        "description": "The credential belongs to another tenant or lacks the permission, or the member is suspended or was erased. Codes: `FORBIDDEN`, `MEMBER_SUSPENDED`, `MEMBER_ERASED`.",
        "x-error-codes": [
          "FORBIDDEN",
          "MEMBER_SUSPENDED",
          "MEMBER_ERASED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/member-suspended",
              "title": "The member is suspended",
              "status": 403,
              "detail": "A suspended member neither earns nor burns points.",
              "code": "MEMBER_SUSPENDED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "ErasedMemberRefused": {
        "description": "The credential belongs to another tenant or lacks the permission, or a member was erased. Codes: `FORBIDDEN`, `MEMBER_ERASED`.",
        "x-error-codes": [
          "FORBIDDEN",
          "MEMBER_ERASED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/forbidden",
              "title": "Not allowed",
              "status": 403,
              "detail": "This credential may not do this.",
              "code": "FORBIDDEN",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "permission": "write"
              }
            }
          }
        }
      },
      "SimulateRefused": {
        "description": "As for evaluate, or the key is a live key. Codes: `FORBIDDEN`, `TEST_KEY_REQUIRED`, `MEMBER_SUSPENDED`, `MEMBER_ERASED`.",
        "x-error-codes": [
          "FORBIDDEN",
          "TEST_KEY_REQUIRED",
          "MEMBER_SUSPENDED",
          "MEMBER_ERASED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/test-key-required",
              "title": "A test key is required",
              "status": 403,
              "detail": "This operation exists in the test environment only; use an sk_test_ key.",
              "code": "TEST_KEY_REQUIRED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "TestKeyRefused": {
        "description": "The credential may not read, or it is a live one. Codes: `FORBIDDEN`, `TEST_KEY_REQUIRED`.",
        "x-error-codes": [
          "FORBIDDEN",
          "TEST_KEY_REQUIRED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ForbiddenProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/test-key-required",
              "title": "A test key is required",
              "status": 403,
              "detail": "This operation exists in the test environment only; use an sk_test_ key.",
              "code": "TEST_KEY_REQUIRED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "TenantNotFound": {
        "description": "The tenant does not exist. Code: `TENANT_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/tenant-not-found",
              "title": "No such tenant",
              "status": 404,
              "detail": "The tenant does not exist.",
              "code": "TENANT_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "CampaignNotFound": {
        "description": "The tenant or the campaign does not exist. Codes: `TENANT_NOT_FOUND`, `CAMPAIGN_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "CAMPAIGN_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/campaign-not-found",
              "title": "No such campaign",
              "status": 404,
              "detail": "The campaign does not exist.",
              "code": "CAMPAIGN_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "RewardNotFound": {
        "description": "The tenant or the reward does not exist. Codes: `TENANT_NOT_FOUND`, `REWARD_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "REWARD_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/reward-not-found",
              "title": "No such reward",
              "status": 404,
              "detail": "The reward does not exist.",
              "code": "REWARD_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "TierNotFound": {
        "description": "The tenant or the tier does not exist. Codes: `TENANT_NOT_FOUND`, `TIER_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "TIER_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/tier-not-found",
              "title": "No such tier",
              "status": 404,
              "detail": "The tier does not exist.",
              "code": "TIER_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "SegmentNotFound": {
        "description": "The tenant or the segment does not exist. Codes: `TENANT_NOT_FOUND`, `SEGMENT_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "SEGMENT_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/segment-not-found",
              "title": "No such segment",
              "status": 404,
              "detail": "The segment does not exist.",
              "code": "SEGMENT_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "SegmentOrMemberNotFound": {
        "description": "The tenant, the segment or a member does not exist. Codes: `TENANT_NOT_FOUND`, `SEGMENT_NOT_FOUND`, `MEMBER_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "SEGMENT_NOT_FOUND",
          "MEMBER_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/segment-not-found",
              "title": "No such segment",
              "status": 404,
              "detail": "The segment does not exist.",
              "code": "SEGMENT_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "MemberNotFound": {
        "description": "The tenant or the member does not exist. Codes: `TENANT_NOT_FOUND`, `MEMBER_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "MEMBER_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/member-not-found",
              "title": "No such member",
              "status": 404,
              "detail": "The member does not exist.",
              "code": "MEMBER_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "TransactionNotFound": {
        "description": "The tenant does not exist, or the reference was never seen or is not decided yet. Codes: `TENANT_NOT_FOUND`, `TRANSACTION_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "TRANSACTION_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/transaction-not-found",
              "title": "No such transaction",
              "status": 404,
              "detail": "No decided transaction has this reference yet.",
              "code": "TRANSACTION_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "EventDefinitionNotFound": {
        "description": "The tenant does not exist, or no event definition has this key. Codes: `TENANT_NOT_FOUND`, `EVENT_DEFINITION_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "EVENT_DEFINITION_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/event-definition-not-found",
              "title": "No such event definition",
              "status": 404,
              "detail": "No event definition has this key.",
              "code": "EVENT_DEFINITION_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "WebhookNotFound": {
        "description": "The tenant or the webhook does not exist. Codes: `TENANT_NOT_FOUND`, `WEBHOOK_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "WEBHOOK_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/webhook-not-found",
              "title": "No such webhook",
              "status": 404,
              "detail": "The webhook does not exist.",
              "code": "WEBHOOK_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "DeliveryNotFound": {
        "description": "The tenant, the webhook or the delivery does not exist, or the delivery is no longer kept. Codes: `TENANT_NOT_FOUND`, `DELIVERY_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "DELIVERY_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/delivery-not-found",
              "title": "No such delivery",
              "status": 404,
              "detail": "The webhook has no such delivery, or no longer.",
              "code": "DELIVERY_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "MemberOrEventDefinitionNotFound": {
        "description": "The tenant or the member does not exist, or no event definition has this key. Codes: `TENANT_NOT_FOUND`, `MEMBER_NOT_FOUND`, `EVENT_DEFINITION_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "MEMBER_NOT_FOUND",
          "EVENT_DEFINITION_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/member-not-found",
              "title": "No such member",
              "status": 404,
              "detail": "The member does not exist.",
              "code": "MEMBER_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "TransactionDuplicate": {
        "description": "The reference has a response to another body, and the environment's setting `rejectMismatch` is on\n(`TRANSACTION_DUPLICATE`); without it the stored response is returned, with `Idempotency-Mismatch: true`. Code: `TRANSACTION_DUPLICATE`.",
        "x-error-codes": [
          "TRANSACTION_DUPLICATE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/transaction-duplicate",
              "title": "The reference was used with another body",
              "status": 409,
              "detail": "This reference has an answer already, to another body. The environment refuses that instead of answering again; nothing was executed.",
              "code": "TRANSACTION_DUPLICATE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "EventArchivedOrDuplicate": {
        "description": "The event definition is archived and accepts no new events (`EVENT_DEFINITION_ARCHIVED`). The reference has a response\nto another body, and the environment's setting `rejectMismatch` is on (`TRANSACTION_DUPLICATE`); without it the stored\nresponse is returned, with `Idempotency-Mismatch: true`. Codes: `EVENT_DEFINITION_ARCHIVED`, `TRANSACTION_DUPLICATE`.",
        "x-error-codes": [
          "EVENT_DEFINITION_ARCHIVED",
          "TRANSACTION_DUPLICATE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/event-definition-archived",
              "title": "The event definition is archived",
              "status": 409,
              "detail": "An archived definition accepts no new events.",
              "code": "EVENT_DEFINITION_ARCHIVED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "EventInvalid": {
        "description": "A field is missing or invalid, or the payload is not as its definition asks; `context.errors` names each fault, and\n`eventKey` and `definitionVersion` say which definition judged the payload. Code: `VALIDATION_ERROR`.",
        "x-error-codes": [
          "VALIDATION_ERROR"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ValidationProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/validation-error",
              "title": "The request is not valid",
              "status": 400,
              "detail": "One or more fields are missing or invalid; see context.errors.",
              "code": "VALIDATION_ERROR",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "eventKey": "fuel.purchase",
                "definitionVersion": 1,
                "errors": [
                  {
                    "pointer": "/payload/litres",
                    "message": "must be > 0"
                  }
                ]
              }
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "This path does not support this method. Code: `METHOD_NOT_ALLOWED`.",
        "x-error-codes": [
          "METHOD_NOT_ALLOWED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Allow": {
            "$ref": "#/components/headers/Allow"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/method-not-allowed",
              "title": "Method not allowed",
              "status": 405,
              "detail": "This path does not answer this method; see the Allow header.",
              "code": "METHOD_NOT_ALLOWED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "InvalidStateTransition": {
        "description": "The present state does not allow this; `context` has `from` and `to`, and `reason` where there is one. Code: `INVALID_STATE_TRANSITION`.",
        "x-error-codes": [
          "INVALID_STATE_TRANSITION"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/StateTransitionProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/invalid-state-transition",
              "title": "Not possible in the present state",
              "status": 409,
              "detail": "The present state does not allow this; see context.",
              "code": "INVALID_STATE_TRANSITION",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "from": "PAUSED",
                "to": "ACTIVE",
                "reason": "BUDGET_EXHAUSTED"
              }
            }
          }
        }
      },
      "RewardNotRedeemable": {
        "description": "The reward has no code, has expired, or was redeemed with another receipt; `context` has its state. Code: `REWARD_NOT_REDEEMABLE`.",
        "x-error-codes": [
          "REWARD_NOT_REDEEMABLE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/RewardStateProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/reward-not-redeemable",
              "title": "The reward cannot be redeemed",
              "status": 409,
              "detail": "Only a reward that is ISSUED and not past its time is redeemed; see context.",
              "code": "REWARD_NOT_REDEEMABLE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "state": "REDEEMED",
                "redeemedAt": "2026-03-02T09:30:00.000Z",
                "transactionRef": "receipt-1001"
              }
            }
          }
        }
      },
      "DuplicateKey": {
        "description": "Another one has this already; `context.field` names the field. Code: `DUPLICATE_KEY`.",
        "x-error-codes": [
          "DUPLICATE_KEY"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/DuplicateProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/duplicate-key",
              "title": "Already taken",
              "status": 409,
              "detail": "Another one has this already; see context.",
              "code": "DUPLICATE_KEY",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "field": "minLifetimePoints"
              }
            }
          }
        }
      },
      "LimitExceeded": {
        "description": "The environment would have more configuration than it may; nothing was changed. `context.limit` is the number and\n`context.of` says of what: `activeCampaigns`; `listedValues` (skus, categories and\nstores that ACTIVE campaigns list, in all 100,000); `campaigns`, `eventDefinitions` (those that are not archived);\n`campaignBytes` (rules, target segments and stores of all campaigns that are not archived); `tiers`; `segments`,\n`dynamicSegments`; `segmentComparisons` (those of all DYNAMIC segments together); `webhooks` (of\nthose that were deleted within three hours all beyond the first 100 count too). Code: `LIMIT_EXCEEDED`.",
        "x-error-codes": [
          "LIMIT_EXCEEDED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/LimitProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/limit-exceeded",
              "title": "A limit would be exceeded",
              "status": 409,
              "detail": "The environment would have more of this than it may: context.of says of what, context.limit how much.",
              "code": "LIMIT_EXCEEDED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "limit": 200,
                "of": "activeCampaigns"
              }
            }
          }
        }
      },
      "LimitExceededOrNotYetAvailable": {
        "description": "The environment would have more campaigns than it may; nothing was changed, and `context` has `limit` and `of` (`campaigns` or\n`campaignBytes`). Or a new release is being rolled out: a part of the service does not know these rules yet\n(`NOT_YET_AVAILABLE`), and `context` has the versions of the rules that are `needs` and `known`. Codes: `LIMIT_EXCEEDED`, `NOT_YET_AVAILABLE`.",
        "x-error-codes": [
          "LIMIT_EXCEEDED",
          "NOT_YET_AVAILABLE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/CampaignNotCreatedProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/not-yet-available",
              "title": "Not available yet",
              "status": 409,
              "detail": "A new release is being rolled out, and a part of the service does not know these rules yet. Send the request again in some minutes.",
              "code": "NOT_YET_AVAILABLE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "needs": 2,
                "known": 1
              }
            }
          }
        }
      },
      "InvalidStateOrLimitExceeded": {
        "description": "The present state does not allow this: `context` has `from` and `to`, and `reason` where there is one. Or the\nenvironment would have more configuration than it may: `context` has `limit` and `of` (`activeCampaigns`,\n`listedValues` or `campaignBytes`). Or a new release is being rolled out: a part of the service does not know the rules of\nthe campaign yet (`NOT_YET_AVAILABLE`), and `context` has the versions of the rules that are `needs` and `known`. Codes: `INVALID_STATE_TRANSITION`, `LIMIT_EXCEEDED`, `NOT_YET_AVAILABLE`.",
        "x-error-codes": [
          "INVALID_STATE_TRANSITION",
          "LIMIT_EXCEEDED",
          "NOT_YET_AVAILABLE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/CampaignConflictProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/invalid-state-transition",
              "title": "Not possible in the present state",
              "status": 409,
              "detail": "The present state does not allow this; see context.",
              "code": "INVALID_STATE_TRANSITION",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "from": "PAUSED",
                "to": "ACTIVE",
                "reason": "BUDGET_EXHAUSTED"
              }
            }
          }
        }
      },
      "AdjustmentConflict": {
        "description": "The member was erased: `context` has `from` and `to`. Or the points of the member expire on as many different days as they\nmay: `context` has `limit` (5,000) and `of` (`lots`); points that expire on a day of which there are some already are\ngiven nevertheless. Or the `ref` has a response to another adjustment, and the setting `rejectMismatch` is on\n(`TRANSACTION_DUPLICATE`). Codes: `INVALID_STATE_TRANSITION`, `LIMIT_EXCEEDED`, `TRANSACTION_DUPLICATE`.",
        "x-error-codes": [
          "INVALID_STATE_TRANSITION",
          "LIMIT_EXCEEDED",
          "TRANSACTION_DUPLICATE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/StateOrLimitProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/limit-exceeded",
              "title": "A limit would be exceeded",
              "status": 409,
              "detail": "The environment would have more of this than it may: context.of says of what, context.limit how much.",
              "code": "LIMIT_EXCEEDED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "limit": 5000,
                "of": "lots"
              }
            }
          }
        }
      },
      "DuplicateKeyOrLimitExceeded": {
        "description": "Another one has this already: `context.field` names the field. Or the environment would have more of them than it\nmay: `context` has `limit` and `of` (`tiers` or `eventDefinitions`). Codes: `DUPLICATE_KEY`, `LIMIT_EXCEEDED`.",
        "x-error-codes": [
          "DUPLICATE_KEY",
          "LIMIT_EXCEEDED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/DuplicateOrLimitProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/duplicate-key",
              "title": "Already taken",
              "status": 409,
              "detail": "Another one has this already; see context.",
              "code": "DUPLICATE_KEY",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "field": "minLifetimePoints"
              }
            }
          }
        }
      },
      "TierHasMembers": {
        "description": "There are members in the tier, `context.memberCount` of them; `force=true` deletes it nevertheless. With `context.more`\nnot all members were checked: there may be more, also where `memberCount` is 0. Code: `TIER_HAS_MEMBERS`.",
        "x-error-codes": [
          "TIER_HAS_MEMBERS"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/TierMembersProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/tier-has-members",
              "title": "The tier has members",
              "status": 409,
              "detail": "There are members in the tier; force=true deletes it nevertheless.",
              "code": "TIER_HAS_MEMBERS",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "memberCount": 17
              }
            }
          }
        }
      },
      "SegmentNotStatic": {
        "description": "The members of a DYNAMIC segment follow its rules. Code: `SEGMENT_NOT_STATIC`.",
        "x-error-codes": [
          "SEGMENT_NOT_STATIC"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/segment-not-static",
              "title": "The segment is not static",
              "status": 409,
              "detail": "Members are added to and removed from STATIC segments only.",
              "code": "SEGMENT_NOT_STATIC",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "SegmentNotDynamic": {
        "description": "A STATIC segment has no rules to refresh it by. Code: `SEGMENT_NOT_DYNAMIC`.",
        "x-error-codes": [
          "SEGMENT_NOT_DYNAMIC"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/segment-not-dynamic",
              "title": "The segment is not dynamic",
              "status": 409,
              "detail": "Only DYNAMIC segments are refreshed.",
              "code": "SEGMENT_NOT_DYNAMIC",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "PayloadTooLarge": {
        "description": "The body is larger than this operation accepts; `context.limitBytes` says how much that is. Code: `PAYLOAD_TOO_LARGE`.",
        "x-error-codes": [
          "PAYLOAD_TOO_LARGE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/PayloadTooLargeProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/payload-too-large",
              "title": "The body is too large",
              "status": 413,
              "detail": "The request body is larger than this route accepts.",
              "code": "PAYLOAD_TOO_LARGE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "limitBytes": 262144
              }
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The body is not application/json. Code: `UNSUPPORTED_MEDIA_TYPE`.",
        "x-error-codes": [
          "UNSUPPORTED_MEDIA_TYPE"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/unsupported-media-type",
              "title": "Unsupported media type",
              "status": 415,
              "detail": "Send the body as application/json.",
              "code": "UNSUPPORTED_MEDIA_TYPE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "RedeemNotFound": {
        "description": "The tenant or the member does not exist, or there is no campaign to redeem by. Codes: `TENANT_NOT_FOUND`, `MEMBER_NOT_FOUND`, `CAMPAIGN_NOT_FOUND`.",
        "x-error-codes": [
          "TENANT_NOT_FOUND",
          "MEMBER_NOT_FOUND",
          "CAMPAIGN_NOT_FOUND"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/campaign-not-found",
              "title": "No such campaign",
              "status": 404,
              "detail": "The campaign does not exist.",
              "code": "CAMPAIGN_NOT_FOUND",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "RedemptionRefused": {
        "description": "The points cannot be redeemed; nothing was taken. INSUFFICIENT_POINTS: `context` has `available` and `requested`.\nBELOW_MIN_REDEMPTION: `context` has `minPointsPerRedemption` and `pointsToRedeem`, which is what the caps left.\nNOTHING_TO_REDEEM: the points are worth less than R1. Codes: `INSUFFICIENT_POINTS`, `BELOW_MIN_REDEMPTION`, `NOTHING_TO_REDEEM`.",
        "x-error-codes": [
          "INSUFFICIENT_POINTS",
          "BELOW_MIN_REDEMPTION",
          "NOTHING_TO_REDEEM"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/RedemptionProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/insufficient-points",
              "title": "Not enough points",
              "status": 422,
              "detail": "The member has fewer points than were asked for; see context.",
              "code": "INSUFFICIENT_POINTS",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "available": 200,
                "requested": 500
              }
            }
          }
        }
      },
      "AdjustmentRefused": {
        "description": "The points cannot be adjusted; nothing was written. INSUFFICIENT_POINTS: `context` has `available` and `requested`.\nPOINTS_OVERFLOW: the balance would be too large. Codes: `INSUFFICIENT_POINTS`, `POINTS_OVERFLOW`.",
        "x-error-codes": [
          "INSUFFICIENT_POINTS",
          "POINTS_OVERFLOW"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/AdjustmentProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/insufficient-points",
              "title": "Not enough points",
              "status": 422,
              "detail": "The member has fewer points than were asked for; see context.",
              "code": "INSUFFICIENT_POINTS",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {
                "available": 10,
                "requested": 20
              }
            }
          }
        }
      },
      "PointsOverflow": {
        "description": "The award would take the balance past 9007199254740991 points; nothing was written. Code: `POINTS_OVERFLOW`.",
        "x-error-codes": [
          "POINTS_OVERFLOW"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/points-overflow",
              "title": "The balance would be too large",
              "status": 422,
              "detail": "The award would take the balance past 9007199254740991 points; nothing was written.",
              "code": "POINTS_OVERFLOW",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "RateLimited": {
        "description": "The rate limit of the credential is exceeded. Code: `RATE_LIMITED`.",
        "x-error-codes": [
          "RATE_LIMITED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimitLimit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimitRemaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimitReset"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/rate-limited",
              "title": "Too many requests",
              "status": 429,
              "detail": "The rate limit of this credential is exceeded; wait as Retry-After says.",
              "code": "RATE_LIMITED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "InternalError": {
        "description": "The service failed; quote the request id. Code: `INTERNAL_ERROR`.",
        "x-error-codes": [
          "INTERNAL_ERROR"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/internal-error",
              "title": "Something went wrong",
              "status": 500,
              "detail": "The service failed to answer; the request id helps to find out why.",
              "code": "INTERNAL_ERROR",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "NotProcessed": {
        "description": "Not decided in time, given up, or the service cannot tell whether it was accepted. Always safe to send again with\nthe same reference: nothing is ever executed twice. Codes: `PROCESSING_TIMEOUT`, `PROCESSING_FAILED`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`.",
        "x-error-codes": [
          "PROCESSING_TIMEOUT",
          "PROCESSING_FAILED",
          "SERVICE_UNAVAILABLE",
          "HISTORY_OPENING",
          "TENANT_MOVING",
          "TENANT_MOVED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/ProcessingProblem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/processing-timeout",
              "title": "Not decided in time",
              "status": 503,
              "detail": "The request was accepted but not decided in time. Send the same reference again: it is never executed twice.",
              "code": "PROCESSING_TIMEOUT",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "Unavailable": {
        "description": "The service is unavailable now; send the request again. Codes: `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`.",
        "x-error-codes": [
          "SERVICE_UNAVAILABLE",
          "HISTORY_OPENING",
          "TENANT_MOVING",
          "TENANT_MOVED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/service-unavailable",
              "title": "Temporarily unavailable",
              "status": 503,
              "detail": "The service cannot answer now, and may not know whether it took the request. Send it again later; the same reference is never executed twice.",
              "code": "SERVICE_UNAVAILABLE",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "Unconfirmed": {
        "description": "The service is unavailable now, or the change is stored and not confirmed; send the request again. Codes: `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `WRITE_UNCONFIRMED`, `TENANT_MOVING`, `TENANT_MOVED`.",
        "x-error-codes": [
          "SERVICE_UNAVAILABLE",
          "HISTORY_OPENING",
          "WRITE_UNCONFIRMED",
          "TENANT_MOVING",
          "TENANT_MOVED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem"
            },
            "example": {
              "type": "https://errors.loyalty.dev/write-unconfirmed",
              "title": "Not confirmed yet",
              "status": 503,
              "detail": "The change is stored, but it is not known yet whether it outlives a failure of the database. Send the request again: a repeat changes nothing more.",
              "code": "WRITE_UNCONFIRMED",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "context": {}
            }
          }
        }
      },
      "SegmentTakesLonger": {
        "description": "Not done in time, or too many wait already. A preview stored nothing: create the segment and refresh it. A refresh goes\non: send the call again. Codes: `PROCESSING_TIMEOUT`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`.",
        "x-error-codes": [
          "PROCESSING_TIMEOUT",
          "SERVICE_UNAVAILABLE",
          "HISTORY_OPENING",
          "TENANT_MOVING",
          "TENANT_MOVED"
        ],
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/XRequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/TimeoutProblem"
            },
            "examples": {
              "preview": {
                "summary": "A preview that would take too long",
                "value": {
                  "type": "https://errors.loyalty.dev/processing-timeout",
                  "title": "Not decided in time",
                  "status": 503,
                  "detail": "Counting these members takes too long: create the segment and refresh it.",
                  "code": "PROCESSING_TIMEOUT",
                  "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
                  "context": {}
                }
              },
              "refresh": {
                "summary": "A refresh that goes on",
                "value": {
                  "type": "https://errors.loyalty.dev/processing-timeout",
                  "title": "Not decided in time",
                  "status": 503,
                  "detail": "The refresh goes on: send the call again to wait for it.",
                  "code": "PROCESSING_TIMEOUT",
                  "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
                  "context": {}
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "Ref": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "description": "A reference of the caller's own, taken character for character. Characters are Unicode code points."
      },
      "Name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "description": "Display name."
      },
      "Description": {
        "type": "string",
        "maxLength": 2000,
        "description": "For people; never judged."
      },
      "Uuid": {
        "type": "string",
        "format": "uuid",
        "description": "A UUID."
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "ISO 8601 in UTC with milliseconds.",
        "example": "2026-03-01T08:00:00.000Z"
      },
      "Instant": {
        "type": "string",
        "format": "instant",
        "description": "ISO 8601: a date-time (UTC where no offset is given) or a plain date (the start of that UTC day; as an end, its\nend). Impossible dates are refused.\n",
        "example": "2026-03-01T10:00:00+02:00"
      },
      "CurrencyCode": {
        "type": "string",
        "pattern": "^[A-Z]{3}$",
        "format": "iso-4217",
        "description": "An ISO 4217 code in upper case.",
        "example": "ZAR"
      },
      "PositiveCents": {
        "type": "integer",
        "format": "int64",
        "minimum": 1,
        "maximum": 9007199254740991,
        "description": "Cents, at least 1."
      },
      "Cents": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "maximum": 9007199254740991,
        "description": "Cents, 0 or more."
      },
      "SpendCents": {
        "type": "integer",
        "format": "int64",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991,
        "description": "Cents spent; below 0 where more was returned than bought."
      },
      "PurchaseCount": {
        "type": "integer",
        "format": "int64",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991,
        "description": "Purchases; below 0 where more were returned than made."
      },
      "PositivePoints": {
        "type": "integer",
        "format": "int64",
        "minimum": 1,
        "maximum": 9007199254740991,
        "description": "Points, at least 1."
      },
      "Points": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "maximum": 9007199254740991,
        "description": "Points, 0 or more."
      },
      "EventKey": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[a-z0-9]+([._-][a-z0-9]+)*$",
        "x-says": "must be an event key of at most 128 characters, lower-case words joined by . _ or -",
        "description": "The key of an event definition, in dotted lower case.",
        "example": "fuel.purchase"
      },
      "RequestOperation": {
        "type": "string",
        "enum": [
          "evaluate",
          "redeem",
          "event"
        ],
        "default": "evaluate",
        "description": "The kind of operation that a reference belongs to.\n- `evaluate`: a basket that was evaluated.\n- `redeem`: points that were burned.\n- `event`: an event, custom or lifecycle.\n"
      },
      "ReceiptLine": {
        "type": "object",
        "description": "One line of the basket.",
        "required": [
          "sku",
          "quantity",
          "unitPrice"
        ],
        "properties": {
          "sku": {
            "$ref": "#/components/schemas/Ref",
            "description": "The product."
          },
          "quantity": {
            "type": "number",
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 100000,
            "x-max-decimals": 3,
            "description": "Units, or weight; at most 3 decimals."
          },
          "unitPrice": {
            "$ref": "#/components/schemas/Cents",
            "description": "Cents for one unit. Not negative: a discount or a return is no line."
          },
          "categories": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Ref"
            },
            "description": "The categories that the product belongs to."
          }
        }
      },
      "EvaluateBody": {
        "type": "object",
        "description": "A basket that a member paid for.",
        "required": [
          "transactionRef",
          "memberRef",
          "amount"
        ],
        "properties": {
          "transactionRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Unique reference of the receipt; the idempotency key. Kept for ever: let it name a document, not a person."
          },
          "memberRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer; the member is created on first use."
          },
          "amount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Basket total in cents. The lines need not add up to it."
          },
          "storeRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The store; campaigns that target stores fire only with it."
          },
          "currency": {
            "$ref": "#/components/schemas/CurrencyCode",
            "description": "Currency of `amount`; ZAR when absent. Never converted."
          },
          "occurredAt": {
            "$ref": "#/components/schemas/Instant",
            "description": "When it was bought, for tills that were offline: from 2000-01-01 to 5 minutes ahead of now. Now when absent.\n"
          },
          "products": {
            "type": "array",
            "maxItems": 500,
            "items": {
              "$ref": "#/components/schemas/ReceiptLine"
            },
            "description": "The lines of the basket, for campaigns on products and categories; at most 2,000 categories in all of them."
          }
        }
      },
      "BulkEvaluateBody": {
        "type": "object",
        "description": "Many baskets in one call.",
        "required": [
          "items"
        ],
        "properties": {
          "items": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "x-judged-apart": true,
            "items": {
              "$ref": "#/components/schemas/EvaluateBody"
            },
            "description": "Baskets as `evaluate` takes them. Each is judged by itself; a bad one has a problem as its result."
          }
        }
      },
      "BulkEvaluateResults": {
        "type": "object",
        "description": "The results of the baskets of one call.",
        "required": [
          "results"
        ],
        "properties": {
          "results": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/BulkEvaluateResult"
            },
            "description": "One for each item, in their order."
          }
        }
      },
      "BulkEvaluateResult": {
        "type": "object",
        "description": "The result of one item. It has a body, a problem or a location.",
        "required": [
          "index",
          "transactionRef",
          "status",
          "replayed",
          "mismatch"
        ],
        "x-needs-one-of": [
          "body",
          "problem",
          "location"
        ],
        "properties": {
          "index": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "The place of the item, from 0."
          },
          "transactionRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The reference that was sent; null where there was none to read."
          },
          "status": {
            "type": "integer",
            "format": "int32",
            "description": "The HTTP status that the item would have had alone."
          },
          "replayed": {
            "type": "boolean",
            "description": "True when the body is the stored response to an earlier request with the same reference."
          },
          "mismatch": {
            "type": "boolean",
            "description": "True when the earlier request with the same reference had another body. Check your references."
          },
          "body": {
            "$ref": "#/components/schemas/EvaluateResult",
            "description": "The result, with status 200."
          },
          "problem": {
            "$ref": "#/components/schemas/Problem",
            "description": "Why there is no result."
          },
          "location": {
            "type": "string",
            "description": "Where the result will be, with status 202."
          }
        }
      },
      "SimulateBody": {
        "type": "object",
        "description": "A basket to try.",
        "required": [
          "memberRef",
          "amount"
        ],
        "properties": {
          "memberRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer, who need not exist."
          },
          "amount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Basket total in cents."
          },
          "storeRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The store."
          },
          "currency": {
            "$ref": "#/components/schemas/CurrencyCode",
            "description": "Currency of `amount`; ZAR when absent."
          },
          "occurredAt": {
            "$ref": "#/components/schemas/Instant",
            "description": "When it would be bought: from 2000-01-01 to 5 minutes ahead of now. Now when absent."
          },
          "products": {
            "type": "array",
            "maxItems": 500,
            "items": {
              "$ref": "#/components/schemas/ReceiptLine"
            },
            "description": "The lines of the basket; at most 2,000 categories in all of them."
          }
        }
      },
      "CampaignAward": {
        "type": "object",
        "description": "What one campaign gave.",
        "required": [
          "campaignId",
          "campaignName",
          "pointsEarned",
          "rewardIds"
        ],
        "properties": {
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign that fired."
          },
          "campaignName": {
            "type": "string",
            "description": "Its name at the time."
          },
          "pointsEarned": {
            "$ref": "#/components/schemas/Points",
            "description": "Points that it gave, 0 or more."
          },
          "rewardIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Rewards that it gave; at most 50 come of one request, what is beyond is not given. They wait to be fulfilled; `GET /rewards/{rewardId}` shows them, with their codes once they are issued."
          }
        }
      },
      "NotFiredReason": {
        "type": "string",
        "x-extensible-enum": [
          "CAMPAIGN_NOT_ACTIVE",
          "DATE_RANGE",
          "STORE_MISMATCH",
          "CURRENCY_MISMATCH",
          "BELOW_MIN_SPEND",
          "SEGMENT_MISMATCH",
          "TIER_NOT_ELIGIBLE",
          "BUDGET_EXHAUSTED",
          "NOT_A_TRANSACTION_RULE",
          "PRODUCT_MISMATCH",
          "PROBABILITY_MISS",
          "NOTHING_TO_AWARD",
          "ALREADY_AWARDED",
          "LIMIT_REACHED",
          "STAMPED",
          "REWARD_LIMIT"
        ],
        "description": "Why a campaign did not fire: the first check that failed, in this order. More values may be added; be ready for one that you do not know.\n- `CAMPAIGN_NOT_ACTIVE`: it is a draft or paused.\n- `DATE_RANGE`: the transaction lies before its start or after its end.\n- `STORE_MISMATCH`: it is for other stores.\n- `CURRENCY_MISMATCH`: it is for another currency.\n- `BELOW_MIN_SPEND`: the basket is smaller than its `minSpend`.\n- `SEGMENT_MISMATCH`: the member is in none of its segments.\n- `TIER_NOT_ELIGIBLE`: it is exclusive to a tier that the member has not reached.\n- `BUDGET_EXHAUSTED`: its budget is spent.\n- `NOT_A_TRANSACTION_RULE`: its rule fires on events only.\n- `PRODUCT_MISMATCH`: no line of the basket is one of its products.\n- `PROBABILITY_MISS`: the draw was lost.\n- `NOTHING_TO_AWARD`: the award comes to 0 points and no reward.\n- `ALREADY_AWARDED`: it fires only once for a member, and has.\n- `LIMIT_REACHED`: a limit of the campaign is reached.\n- `STAMPED`: its card got a stamp and is not complete yet; `stampCards` shows it.\n- `REWARD_LIMIT`: it gave fewer rewards than its rule says, or none: at most 50 come of one request.\n"
      },
      "CampaignCheck": {
        "type": "object",
        "description": "Why one campaign did not fire.",
        "required": [
          "campaignId",
          "campaignName",
          "reason"
        ],
        "properties": {
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign that did not fire."
          },
          "campaignName": {
            "type": "string",
            "description": "Its name."
          },
          "reason": {
            "$ref": "#/components/schemas/NotFiredReason"
          }
        }
      },
      "EvaluateDebug": {
        "type": "object",
        "description": "Why nothing matched. Only with test keys, and only when no campaign fired, or when rewards were not given because at most 50\ncome of one request (`REWARD_LIMIT`; those campaigns alone are named then).\n",
        "required": [
          "activeCampaigns",
          "campaignChecks"
        ],
        "properties": {
          "activeCampaigns": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "ACTIVE campaigns that were looked at."
          },
          "campaignChecks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignCheck"
            },
            "description": "One entry for each campaign that is not archived, at most 100; ACTIVE ones come first."
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "There only when more than 100 campaigns are not archived; `campaignChecks` names the first 100."
          }
        }
      },
      "EvaluateResult": {
        "type": "object",
        "description": "The award of a basket. A repeat of its reference gets the same bytes.",
        "required": [
          "transactionId",
          "transactionRef",
          "memberId",
          "memberCreated",
          "pointsAwarded",
          "pointsBalance",
          "campaigns",
          "state"
        ],
        "properties": {
          "transactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the transaction."
          },
          "transactionRef": {
            "type": "string",
            "description": "The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member, by their internal id."
          },
          "memberCreated": {
            "type": "boolean",
            "description": "True when this transaction created the member."
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "The sum over all campaigns that fired."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after this transaction."
          },
          "campaigns": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignAward"
            },
            "description": "The campaigns that fired, in the order they were activated."
          },
          "stampCards": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventStampCard"
            },
            "description": "The stamp cards that this transaction stamped; empty where it stamped none, absent in responses that are older than\nthe field.\n"
          },
          "state": {
            "type": "string",
            "const": "PROCESSED",
            "description": "A result is always PROCESSED; a transaction that FAILED has a problem instead."
          },
          "_debug": {
            "description": "Why no campaign fired; only with test keys. On `simulate` null where one fired.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/EvaluateDebug"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "RedeemBody": {
        "type": "object",
        "description": "Points to burn at the checkout.",
        "required": [
          "transactionRef",
          "memberRef",
          "amount",
          "pointsRequested"
        ],
        "properties": {
          "transactionRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Unique reference of the redemption; the idempotency key. It names a document and is kept for ever, so do not put a person into it."
          },
          "memberRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer, who must be a member."
          },
          "amount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Basket total in cents; the discount is never more."
          },
          "pointsRequested": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Points to redeem; fewer are taken where a cap binds."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign whose redemption rule applies; the active default when absent."
          },
          "storeRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The store; campaigns that target stores are found only with it."
          },
          "maxDiscountPercentOfBasket": {
            "$ref": "#/components/schemas/DiscountPercent",
            "description": "Caps the discount of this request; the tighter of this and the rule's binds."
          }
        }
      },
      "RedeemQuoteBody": {
        "type": "object",
        "description": "Points to be valued.",
        "required": [
          "memberRef",
          "amount",
          "pointsRequested"
        ],
        "properties": {
          "memberRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer, who must be a member."
          },
          "amount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Basket total in cents."
          },
          "pointsRequested": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Points to redeem."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign whose redemption rule applies; the active default when absent."
          },
          "storeRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The store."
          },
          "maxDiscountPercentOfBasket": {
            "$ref": "#/components/schemas/DiscountPercent",
            "description": "Caps the discount of this request."
          }
        }
      },
      "DiscountPercent": {
        "type": "number",
        "format": "double",
        "exclusiveMinimum": 0,
        "maximum": 100,
        "x-max-decimals": 4,
        "description": "A percentage of the basket, at most 4 decimals."
      },
      "RedeemResult": {
        "type": "object",
        "description": "The burned points and their value. A repeat of its reference gets the same bytes.",
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
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the redemption."
          },
          "transactionRef": {
            "type": "string",
            "description": "The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member, by their internal id."
          },
          "pointsRedeemed": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Points that were taken."
          },
          "discountAmount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "The discount to apply at the checkout, in cents."
          },
          "balanceBefore": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance before the redemption."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after the redemption."
          },
          "constraintApplied": {
            "$ref": "#/components/schemas/RedemptionConstraint",
            "description": "The cap that bound; null when none did."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign whose rule granted it."
          },
          "state": {
            "type": "string",
            "const": "PROCESSED",
            "description": "A result is always PROCESSED; a redemption that FAILED has a problem instead."
          }
        }
      },
      "RedeemQuote": {
        "type": "object",
        "description": "What points are worth now.",
        "required": [
          "pointsToRedeem",
          "discountAmount",
          "discountAmountRand",
          "pointsPerRand",
          "balanceAfter",
          "constraintApplied"
        ],
        "properties": {
          "pointsToRedeem": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Points that a redeem would take."
          },
          "discountAmount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "The discount in cents."
          },
          "discountAmountRand": {
            "type": "number",
            "format": "double",
            "description": "The discount in rands."
          },
          "pointsPerRand": {
            "$ref": "#/components/schemas/PointsPerRand",
            "description": "Points that are worth R1."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance that it would lead to."
          },
          "constraintApplied": {
            "$ref": "#/components/schemas/RedemptionConstraint",
            "description": "The cap that would bind; null when none would."
          }
        }
      },
      "RedemptionConstraint": {
        "type": [
          "string",
          "null"
        ],
        "x-extensible-enum": [
          "MAX_POINTS_PER_REDEMPTION",
          "MAX_DISCOUNT_PERCENT_OF_BASKET",
          "INSUFFICIENT_BALANCE"
        ],
        "description": "What capped a redemption. More values may be added; be ready for one that you do not know.\n- `MAX_POINTS_PER_REDEMPTION`: the most points that the rule allows at once.\n- `MAX_DISCOUNT_PERCENT_OF_BASKET`: a percentage of the basket, of the rule or of the request, or the basket itself.\n- `INSUFFICIENT_BALANCE`: the balance, where the rule says `CAP`.\n"
      },
      "PointsPerRand": {
        "type": "number",
        "format": "double",
        "exclusiveMinimum": 0,
        "maximum": 1000000,
        "x-max-decimals": 4,
        "description": "Points that are worth R1; at most 4 decimals."
      },
      "BurnRate": {
        "type": "object",
        "description": "How points are valued now.",
        "required": [
          "pointsPerRand",
          "campaignId"
        ],
        "properties": {
          "pointsPerRand": {
            "type": [
              "number",
              "null"
            ],
            "format": "double",
            "description": "Points that are worth R1; null when no campaign redeems points now."
          },
          "campaignId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The campaign whose rate it is."
          }
        }
      },
      "AcceptedTransaction": {
        "type": "object",
        "description": "A basket that was accepted with 202.",
        "required": [
          "transactionRef",
          "location"
        ],
        "properties": {
          "transactionRef": {
            "type": "string",
            "description": "The reference that was sent."
          },
          "location": {
            "type": "string",
            "description": "Where the result will be; the same as the Location header."
          }
        }
      },
      "FailedTransaction": {
        "type": "object",
        "description": "A basket or an event that was given up or refused; nothing was written.",
        "required": [
          "state",
          "problem"
        ],
        "properties": {
          "state": {
            "type": "string",
            "const": "FAILED",
            "description": "Always `FAILED`."
          },
          "problem": {
            "$ref": "#/components/schemas/Problem",
            "description": "Why there is no result."
          }
        }
      },
      "TransactionState": {
        "type": "string",
        "enum": [
          "PROCESSED",
          "FAILED"
        ],
        "description": "The outcome of a transaction.\n- `PROCESSED`: it was decided; the result is there.\n- `FAILED`: it was given up or refused; `problem` says why, and nothing was written.\n"
      },
      "TransactionOutcome": {
        "type": "object",
        "description": "The stored response to a basket (all fields of EvaluateResult), of a redemption (all fields of RedeemResult) or of an\nevent (all fields of EventResult), as `operation` asked; or, with `state` FAILED, only `state` and `problem`.\n",
        "required": [
          "state"
        ],
        "x-variants": {
          "present": [
            "eventId"
          ],
          "then": "#/components/schemas/EventResult",
          "else": "#/components/schemas/CheckoutOutcome"
        },
        "properties": {
          "state": {
            "$ref": "#/components/schemas/TransactionState"
          },
          "transactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a basket."
          },
          "transactionRef": {
            "type": "string",
            "description": "Only of a basket or a redemption. The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid"
          },
          "memberCreated": {
            "type": "boolean",
            "description": "True when this transaction created the member."
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "The sum over all campaigns that fired."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after this transaction."
          },
          "campaigns": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignAward"
            },
            "description": "The campaigns that fired, in the order they were activated."
          },
          "_debug": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/EvaluateDebug"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only of a basket or an event."
          },
          "redeemTransactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption."
          },
          "pointsRedeemed": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Only of a redemption. Points that were taken."
          },
          "discountAmount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Only of a redemption. The discount in cents."
          },
          "balanceBefore": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance before it."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance after it."
          },
          "constraintApplied": {
            "$ref": "#/components/schemas/RedemptionConstraint",
            "description": "Only of a redemption. The cap that bound; null when none did."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption. The campaign whose rule granted it."
          },
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of an event."
          },
          "eventKey": {
            "type": [
              "string",
              "null"
            ],
            "description": "Only of an event. The key that was sent; null for a lifecycle event without one."
          },
          "ref": {
            "type": "string",
            "description": "Only of an event. The reference that was sent."
          },
          "definitionVersion": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "description": "Only of an event. The version of the definition that judged the payload; null without a definition."
          },
          "stampCards": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventStampCard"
            },
            "description": "Only of a basket or an event. The stamp cards that it stamped."
          },
          "receivedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "Only of an event."
          },
          "problem": {
            "$ref": "#/components/schemas/Problem",
            "description": "Only with FAILED: why there is no result."
          }
        }
      },
      "TransactionOperation": {
        "type": "string",
        "enum": [
          "evaluate",
          "redeem",
          "event"
        ],
        "description": "The filter of a list of transactions.\n- `evaluate`: baskets that were evaluated.\n- `redeem`: points that were burned.\n- `event`: events, custom and lifecycle.\n"
      },
      "TransactionExpansion": {
        "type": "string",
        "enum": [
          "campaigns"
        ],
        "description": "The additional parts of a list of transactions.\n- `campaigns`: what each campaign awarded.\n"
      },
      "DecidedOperation": {
        "type": "string",
        "x-extensible-enum": [
          "evaluate",
          "redeem",
          "event"
        ],
        "description": "The kind of operation. More values may be added; be ready for one that you do not know.\n- `evaluate`: a basket that was evaluated.\n- `redeem`: points that were burned.\n- `event`: an event, custom or lifecycle.\n"
      },
      "MemberTransaction": {
        "type": "object",
        "description": "A transaction of a member that was decided: its kind and time, and its stored response, as\n`GET …/transactions/{transactionRef}` shows it. More fields may be added.\n",
        "required": [
          "operation",
          "createdAt",
          "state",
          "memberId"
        ],
        "properties": {
          "operation": {
            "$ref": "#/components/schemas/DecidedOperation"
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was decided."
          },
          "state": {
            "type": "string",
            "const": "PROCESSED",
            "description": "Always `PROCESSED`."
          },
          "transactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a basket."
          },
          "transactionRef": {
            "type": "string",
            "description": "Only of a basket or a redemption. The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid"
          },
          "memberCreated": {
            "type": "boolean",
            "description": "True when this transaction created the member."
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "The sum over all campaigns that fired."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after this transaction."
          },
          "campaigns": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignAward"
            },
            "description": "Only with `expand=campaigns`, and not of a redemption. The campaigns that fired, in the order they were activated."
          },
          "_debug": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/EvaluateDebug"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only of a basket or an event."
          },
          "redeemTransactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption."
          },
          "pointsRedeemed": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Only of a redemption. Points that were taken."
          },
          "discountAmount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Only of a redemption. The discount in cents."
          },
          "balanceBefore": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance before it."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance after it."
          },
          "constraintApplied": {
            "$ref": "#/components/schemas/RedemptionConstraint",
            "description": "Only of a redemption. The cap that bound; null when none did."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption. The campaign whose rule granted it."
          },
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of an event."
          },
          "eventKey": {
            "type": [
              "string",
              "null"
            ],
            "description": "Only of an event. The key that was sent; null for a lifecycle event without one."
          },
          "ref": {
            "type": "string",
            "description": "Only of an event. The reference that was sent."
          },
          "definitionVersion": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "description": "Only of an event. The version of the definition that judged the payload; null without a definition."
          },
          "stampCards": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventStampCard"
            },
            "description": "Only of a basket or an event. The stamp cards that it stamped."
          },
          "receivedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "Only of an event."
          }
        },
        "example": {
          "operation": "evaluate",
          "createdAt": "2026-03-01T08:00:00.000Z",
          "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
          "transactionRef": "receipt-1001",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberCreated": true,
          "pointsAwarded": 150,
          "pointsBalance": 150,
          "state": "PROCESSED"
        }
      },
      "MemberTransactionList": {
        "type": "object",
        "description": "One page of transactions, newest first.",
        "required": [
          "transactions",
          "nextCursor"
        ],
        "properties": {
          "transactions": {
            "type": "array",
            "description": "The transactions.",
            "items": {
              "$ref": "#/components/schemas/MemberTransaction"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "transactions": [
            {
              "operation": "evaluate",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
              "transactionRef": "receipt-1001",
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "memberCreated": true,
              "pointsAwarded": 150,
              "pointsBalance": 150,
              "state": "PROCESSED"
            }
          ],
          "nextCursor": null
        }
      },
      "CheckoutOutcome": {
        "type": "object",
        "description": "The result of a basket or of a redemption, or why there is none.",
        "required": [
          "state"
        ],
        "x-variants": {
          "present": [
            "redeemTransactionId"
          ],
          "then": "#/components/schemas/RedeemResult",
          "else": "#/components/schemas/EvaluateOutcome"
        },
        "properties": {
          "state": {
            "$ref": "#/components/schemas/TransactionState"
          },
          "transactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a basket."
          },
          "transactionRef": {
            "type": "string",
            "description": "The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid"
          },
          "memberCreated": {
            "type": "boolean",
            "description": "Only of a basket. True when this transaction created the member."
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a basket. The sum over all campaigns that fired."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a basket. The balance after it."
          },
          "campaigns": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignAward"
            },
            "description": "Only of a basket. The campaigns that fired."
          },
          "stampCards": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventStampCard"
            },
            "description": "Only of a basket. The stamp cards that it stamped."
          },
          "_debug": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/EvaluateDebug"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only of a basket."
          },
          "redeemTransactionId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption."
          },
          "pointsRedeemed": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Only of a redemption. Points that were taken."
          },
          "discountAmount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Only of a redemption. The discount in cents."
          },
          "balanceBefore": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance before it."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "Only of a redemption. The balance after it."
          },
          "constraintApplied": {
            "$ref": "#/components/schemas/RedemptionConstraint",
            "description": "Only of a redemption. The cap that bound; null when none did."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Only of a redemption. The campaign whose rule granted it."
          },
          "problem": {
            "$ref": "#/components/schemas/Problem",
            "description": "Only with FAILED: why there is no result."
          }
        }
      },
      "EvaluateOutcome": {
        "description": "The result of a basket, or why there is none.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/EvaluateResult"
          },
          {
            "$ref": "#/components/schemas/FailedTransaction"
          }
        ],
        "discriminator": {
          "propertyName": "state",
          "mapping": {
            "PROCESSED": "#/components/schemas/EvaluateResult",
            "FAILED": "#/components/schemas/FailedTransaction"
          }
        }
      },
      "PointsExpiry": {
        "description": "When the points of a campaign lapse. Without it the environment's default holds.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/NoExpiry"
          },
          {
            "$ref": "#/components/schemas/RollingExpiry"
          },
          {
            "$ref": "#/components/schemas/CalendarExpiry"
          },
          {
            "$ref": "#/components/schemas/SlidingExpiry"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "NONE": "#/components/schemas/NoExpiry",
            "ROLLING": "#/components/schemas/RollingExpiry",
            "CALENDAR": "#/components/schemas/CalendarExpiry",
            "SLIDING": "#/components/schemas/SlidingExpiry"
          }
        }
      },
      "NoExpiry": {
        "type": "object",
        "description": "The points never lapse.",
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "NONE",
            "description": "Selects this kind."
          }
        }
      },
      "RollingExpiry": {
        "type": "object",
        "description": "The points lapse this many days after they were earned.",
        "required": [
          "type",
          "days"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "ROLLING",
            "description": "Selects this kind."
          },
          "days": {
            "$ref": "#/components/schemas/Days"
          }
        }
      },
      "CalendarExpiry": {
        "type": "object",
        "description": "The points lapse at the end of the month or year in which they were earned.",
        "required": [
          "type",
          "unit"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "CALENDAR",
            "description": "Selects this kind."
          },
          "unit": {
            "$ref": "#/components/schemas/CalendarUnit"
          }
        }
      },
      "CalendarUnit": {
        "type": "string",
        "enum": [
          "MONTH",
          "YEAR"
        ],
        "description": "The end of which period of the UTC calendar.\n- `MONTH`: the month in which the points were earned.\n- `YEAR`: the year in which the points were earned.\n"
      },
      "SlidingExpiry": {
        "type": "object",
        "description": "All such points lapse once the member was inactive for this many days.",
        "required": [
          "type",
          "days"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "SLIDING",
            "description": "Selects this kind."
          },
          "days": {
            "$ref": "#/components/schemas/Days"
          }
        }
      },
      "Days": {
        "type": "integer",
        "format": "int32",
        "minimum": 1,
        "maximum": 36500,
        "description": "Days, at most a hundred years."
      },
      "EveryNth": {
        "type": "integer",
        "format": "int32",
        "minimum": 1,
        "maximum": 1000000,
        "description": "A count, at least 1."
      },
      "RewardGrant": {
        "type": "object",
        "description": "Points, or a tangible reward, or both: `points` alone, or `rewardType` with the `value` of its shape, and\n`points` with it if you like.\n",
        "x-variants": {
          "present": [
            "rewardType",
            "value",
            "validDays"
          ],
          "then": "#/components/schemas/TangibleGrant",
          "else": "#/components/schemas/PointsGrant"
        },
        "properties": {
          "points": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Points that are awarded; required without a `rewardType`."
          },
          "rewardType": {
            "$ref": "#/components/schemas/RewardType",
            "description": "The kind of tangible reward; required with a `value`."
          },
          "value": {
            "$ref": "#/components/schemas/RewardValue",
            "description": "What the reward is worth; required with a `rewardType`, and of its shape."
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          }
        }
      },
      "RewardValue": {
        "type": "object",
        "description": "What a tangible reward is worth. Which members there are follows from its kind: CouponValue for `COUPON_VOUCHER`,\nGiftCardValue for `GIFT_CARD`, DiscountValue for `DISCOUNT_VOUCHER`, FreeItemValue for `FREE_ITEM`.\n",
        "properties": {
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
            "description": "GIFT_CARD: cents."
          },
          "currency": {
            "type": "string",
            "description": "GIFT_CARD: the currency of `amount`."
          },
          "discountType": {
            "$ref": "#/components/schemas/DiscountType",
            "description": "DISCOUNT_VOUCHER: what `value` is."
          },
          "value": {
            "type": "number",
            "format": "double",
            "description": "DISCOUNT_VOUCHER: percent or cents, by the `discountType`."
          },
          "skus": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "FREE_ITEM: the products to choose from."
          }
        }
      },
      "PointsGrant": {
        "type": "object",
        "description": "Only points.",
        "required": [
          "points"
        ],
        "properties": {
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          }
        }
      },
      "TangibleGrant": {
        "description": "A reward that is given with the transaction; its code follows a moment later.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/CouponGrant"
          },
          {
            "$ref": "#/components/schemas/GiftCardGrant"
          },
          {
            "$ref": "#/components/schemas/DiscountGrant"
          },
          {
            "$ref": "#/components/schemas/FreeItemGrant"
          }
        ],
        "discriminator": {
          "propertyName": "rewardType",
          "mapping": {
            "COUPON_VOUCHER": "#/components/schemas/CouponGrant",
            "GIFT_CARD": "#/components/schemas/GiftCardGrant",
            "DISCOUNT_VOUCHER": "#/components/schemas/DiscountGrant",
            "FREE_ITEM": "#/components/schemas/FreeItemGrant"
          }
        }
      },
      "CouponGrant": {
        "type": "object",
        "description": "A coupon of a provider.",
        "required": [
          "rewardType",
          "value"
        ],
        "properties": {
          "rewardType": {
            "type": "string",
            "const": "COUPON_VOUCHER",
            "description": "Selects this kind."
          },
          "value": {
            "$ref": "#/components/schemas/CouponValue"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          }
        }
      },
      "GiftCardGrant": {
        "type": "object",
        "description": "A gift card of a fixed amount.",
        "required": [
          "rewardType",
          "value"
        ],
        "properties": {
          "rewardType": {
            "type": "string",
            "const": "GIFT_CARD",
            "description": "Selects this kind."
          },
          "value": {
            "$ref": "#/components/schemas/GiftCardValue"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          }
        }
      },
      "DiscountGrant": {
        "type": "object",
        "description": "A voucher for a percentage or an amount off.",
        "required": [
          "rewardType",
          "value"
        ],
        "properties": {
          "rewardType": {
            "type": "string",
            "const": "DISCOUNT_VOUCHER",
            "description": "Selects this kind."
          },
          "value": {
            "$ref": "#/components/schemas/DiscountValue"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          }
        }
      },
      "FreeItemGrant": {
        "type": "object",
        "description": "A product for free.",
        "required": [
          "rewardType",
          "value"
        ],
        "properties": {
          "rewardType": {
            "type": "string",
            "const": "FREE_ITEM",
            "description": "Selects this kind."
          },
          "value": {
            "$ref": "#/components/schemas/FreeItemValue"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          }
        }
      },
      "ValidDays": {
        "type": "integer",
        "format": "int32",
        "minimum": 1,
        "maximum": 36500,
        "description": "Days until the reward expires; it does not expire when absent."
      },
      "CouponValue": {
        "type": "object",
        "description": "At least one of the two; at most 8 KiB of JSON.",
        "x-max-json-bytes": 8192,
        "x-needs-one-of": [
          "provider",
          "description"
        ],
        "properties": {
          "provider": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "$ref": "#/components/schemas/Description"
          }
        }
      },
      "GiftCardValue": {
        "type": "object",
        "description": "An amount on a card; at most 8 KiB of JSON.",
        "x-max-json-bytes": 8192,
        "required": [
          "amount"
        ],
        "properties": {
          "amount": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "What is on the card, in cents."
          },
          "currency": {
            "$ref": "#/components/schemas/CurrencyCode",
            "description": "Its currency, taken at face value; the reward is issued in ZAR when absent."
          }
        }
      },
      "DiscountValue": {
        "description": "At most 8 KiB of JSON.",
        "x-max-json-bytes": 8192,
        "oneOf": [
          {
            "$ref": "#/components/schemas/PercentageDiscountValue"
          },
          {
            "$ref": "#/components/schemas/FixedDiscountValue"
          }
        ],
        "discriminator": {
          "propertyName": "discountType",
          "mapping": {
            "PERCENTAGE": "#/components/schemas/PercentageDiscountValue",
            "FIXED": "#/components/schemas/FixedDiscountValue"
          }
        }
      },
      "DiscountType": {
        "type": "string",
        "enum": [
          "PERCENTAGE",
          "FIXED"
        ],
        "description": "What the `value` of a discount is.\n- `PERCENTAGE`: percent off.\n- `FIXED`: cents off.\n"
      },
      "PercentageDiscountValue": {
        "type": "object",
        "description": "A percentage off.",
        "required": [
          "discountType",
          "value"
        ],
        "properties": {
          "discountType": {
            "type": "string",
            "const": "PERCENTAGE",
            "description": "Selects this kind."
          },
          "value": {
            "type": "number",
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 100,
            "description": "Percent off."
          },
          "description": {
            "$ref": "#/components/schemas/Description"
          }
        }
      },
      "FixedDiscountValue": {
        "type": "object",
        "description": "An amount off.",
        "required": [
          "discountType",
          "value"
        ],
        "properties": {
          "discountType": {
            "type": "string",
            "const": "FIXED",
            "description": "Selects this kind."
          },
          "value": {
            "$ref": "#/components/schemas/PositiveCents",
            "description": "Cents off."
          },
          "description": {
            "$ref": "#/components/schemas/Description"
          }
        }
      },
      "FreeItemValue": {
        "type": "object",
        "description": "At most 8 KiB of JSON, whatever the number of references.",
        "x-max-json-bytes": 8192,
        "required": [
          "description"
        ],
        "properties": {
          "description": {
            "$ref": "#/components/schemas/Description"
          },
          "skus": {
            "$ref": "#/components/schemas/RefList"
          }
        }
      },
      "RewardState": {
        "type": "string",
        "enum": [
          "PENDING_FULFILMENT",
          "ISSUED",
          "REDEEMED",
          "EXPIRED",
          "FAILED"
        ],
        "description": "The state of a reward.\n- `PENDING_FULFILMENT`: it waits for its code.\n- `ISSUED`: it has a code, and can be redeemed.\n- `REDEEMED`: it was redeemed.\n- `EXPIRED`: its time is over, or somebody expired it.\n- `FAILED`: no code was obtained; it can be retried.\n"
      },
      "IssuedValue": {
        "type": "object",
        "description": "The value of a reward, as its campaign or tier had it at the time. Which members there are follows from the\n`rewardType`; `code` is there once the reward is issued.\n",
        "properties": {
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
            "description": "GIFT_CARD: cents."
          },
          "currency": {
            "type": "string",
            "description": "GIFT_CARD: the currency of `amount`."
          },
          "discountType": {
            "$ref": "#/components/schemas/DiscountType",
            "description": "DISCOUNT_VOUCHER: what `value` is."
          },
          "value": {
            "type": "number",
            "format": "double",
            "description": "DISCOUNT_VOUCHER: percent or cents, by the `discountType`."
          },
          "skus": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "FREE_ITEM: the products to choose from."
          },
          "code": {
            "type": "string",
            "description": "What is shown at the till; absent before the reward is issued."
          }
        }
      },
      "Reward": {
        "type": "object",
        "description": "Something tangible that a campaign or a tier gave to a member.",
        "required": [
          "id",
          "memberId",
          "campaignId",
          "tierId",
          "transactionRef",
          "state",
          "rewardType",
          "value",
          "attempts",
          "failureReason",
          "createdAt",
          "issuedAt",
          "expiresAt",
          "redeemedAt",
          "redeemedTransactionRef",
          "redeemedStoreRef",
          "expiredAt",
          "failedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the reward."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member who got it."
          },
          "campaignId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The campaign that gave it; null where a tier did."
          },
          "tierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier that gave it; null where a campaign did."
          },
          "transactionRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the basket or event that earned it; null where a tier gave it, and of rewards that were given before this\nwas kept.\n"
          },
          "state": {
            "$ref": "#/components/schemas/RewardState"
          },
          "rewardType": {
            "$ref": "#/components/schemas/RewardType"
          },
          "value": {
            "$ref": "#/components/schemas/IssuedValue"
          },
          "attempts": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "How often a code was asked for since it was given, or last retried."
          },
          "failureReason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it is FAILED; null in every other state. More values may be added; be ready for one that you do not know.\n- `MEMBER_ERASED`: the member was erased before.\n- `POOL_EMPTY`: the code pool had none left.\n- `NOT_CONFIGURED`: the settings name a provider that there is not.\n- `PROVIDER_AWAY`: the provider could not be reached, or was busy, at every try.\n- `PROVIDER_REFUSED`: the provider said no.\n- `PROVIDER_BAD_ANSWER`: the provider responded without a usable code.\n- `PROVIDER_DUPLICATE_CODE`: the provider gave a code that another reward has.\n- `PROVIDER_AMBIGUOUS`: nobody knows whether the provider gave a code, and it may not be asked twice.\n",
            "example": "POOL_EMPTY"
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was given."
          },
          "issuedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it got its code; null before."
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "From when on it is EXPIRED, unless it was redeemed; null where it does not expire, and before it is issued."
          },
          "redeemedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it was redeemed; null before."
          },
          "redeemedTransactionRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The receipt that it was redeemed with; null where none was named, and before. It names a document and is kept for ever."
          },
          "redeemedStoreRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The store that it was redeemed in; null where none was named, and before. It is kept for ever."
          },
          "expiredAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it expired, or was expired; null before."
          },
          "failedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it was given up; null in every state but FAILED."
          }
        },
        "example": {
          "id": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "campaignId": "0198c0de-1111-7000-8000-000000000011",
          "tierId": null,
          "transactionRef": "receipt-1000",
          "state": "ISSUED",
          "rewardType": "GIFT_CARD",
          "value": {
            "amount": 25000,
            "currency": "ZAR",
            "code": "98XYTK-9C6JMS-88NAY9"
          },
          "attempts": 1,
          "failureReason": null,
          "createdAt": "2026-03-01T08:00:00.000Z",
          "issuedAt": "2026-03-01T08:00:00.412Z",
          "expiresAt": "2026-03-31T08:00:00.412Z",
          "redeemedAt": null,
          "redeemedTransactionRef": null,
          "redeemedStoreRef": null,
          "expiredAt": null,
          "failedAt": null
        }
      },
      "RedeemRewardBody": {
        "type": "object",
        "description": "May be left out.",
        "properties": {
          "transactionRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The receipt that it is redeemed with. It names a document, not a person, and is kept for ever."
          },
          "storeRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The store that it is redeemed in. It is kept for ever."
          }
        }
      },
      "RewardList": {
        "type": "object",
        "description": "One page of rewards, newest first.",
        "required": [
          "rewards",
          "nextCursor"
        ],
        "properties": {
          "rewards": {
            "type": "array",
            "description": "The rewards.",
            "items": {
              "$ref": "#/components/schemas/Reward"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "rewards": [
            {
              "id": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "tierId": null,
              "transactionRef": "receipt-1000",
              "state": "ISSUED",
              "rewardType": "GIFT_CARD",
              "value": {
                "amount": 25000,
                "currency": "ZAR",
                "code": "98XYTK-9C6JMS-88NAY9"
              },
              "attempts": 1,
              "failureReason": null,
              "createdAt": "2026-03-01T08:00:00.000Z",
              "issuedAt": "2026-03-01T08:00:00.412Z",
              "expiresAt": "2026-03-31T08:00:00.412Z",
              "redeemedAt": null,
              "redeemedTransactionRef": null,
              "redeemedStoreRef": null,
              "expiredAt": null,
              "failedAt": null
            }
          ],
          "nextCursor": null
        }
      },
      "RewardType": {
        "type": "string",
        "enum": [
          "COUPON_VOUCHER",
          "GIFT_CARD",
          "DISCOUNT_VOUCHER",
          "FREE_ITEM"
        ],
        "description": "The kind of a tangible reward.\n- `COUPON_VOUCHER`: a coupon of a provider.\n- `GIFT_CARD`: a gift card of a fixed amount.\n- `DISCOUNT_VOUCHER`: a voucher for a percentage or an amount off.\n- `FREE_ITEM`: a product for free.\n"
      },
      "RefList": {
        "type": "array",
        "maxItems": 5000,
        "items": {
          "$ref": "#/components/schemas/Ref"
        },
        "description": "Up to 5,000 references; an empty list is as good as none."
      },
      "EarningRule": {
        "description": "How a campaign awards; `type` selects the kind. SIGNUP_BONUS, ON_DEMAND, REFERRAL_BONUS and EVENT_TRIGGER fire on member\nevents, never on evaluate. New kinds may be added: ignore one that you do not know.\n",
        "oneOf": [
          {
            "$ref": "#/components/schemas/SpendPercentageRule"
          },
          {
            "$ref": "#/components/schemas/FixedPointsRule"
          },
          {
            "$ref": "#/components/schemas/VisitFixedRule"
          },
          {
            "$ref": "#/components/schemas/ProductPurchaseRule"
          },
          {
            "$ref": "#/components/schemas/RandomRule"
          },
          {
            "$ref": "#/components/schemas/StampCardRule"
          },
          {
            "$ref": "#/components/schemas/SurpriseDelightRule"
          },
          {
            "$ref": "#/components/schemas/SignupBonusRule"
          },
          {
            "$ref": "#/components/schemas/OnDemandRule"
          },
          {
            "$ref": "#/components/schemas/ReferralBonusRule"
          },
          {
            "$ref": "#/components/schemas/EventTriggerRule"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "SPEND_PERCENTAGE": "#/components/schemas/SpendPercentageRule",
            "FIXED_POINTS": "#/components/schemas/FixedPointsRule",
            "VISIT_FIXED": "#/components/schemas/VisitFixedRule",
            "PRODUCT_PURCHASE": "#/components/schemas/ProductPurchaseRule",
            "RANDOM": "#/components/schemas/RandomRule",
            "STAMP_CARD": "#/components/schemas/StampCardRule",
            "SURPRISE_DELIGHT": "#/components/schemas/SurpriseDelightRule",
            "SIGNUP_BONUS": "#/components/schemas/SignupBonusRule",
            "ON_DEMAND": "#/components/schemas/OnDemandRule",
            "REFERRAL_BONUS": "#/components/schemas/ReferralBonusRule",
            "EVENT_TRIGGER": "#/components/schemas/EventTriggerRule"
          }
        }
      },
      "SpendPercentageRule": {
        "type": "object",
        "description": "A percentage of the basket; 1 % gives 1 point per R1: floor(amount × percentage / 100). 15000 at 1 → 150, 15000 at\n2.5 → 375, 999 at 1 → 9, 999 at 0.5 → 4.\n",
        "required": [
          "type",
          "percentage"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "SPEND_PERCENTAGE",
            "description": "Selects this kind."
          },
          "percentage": {
            "type": "number",
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 1000,
            "x-max-decimals": 4,
            "description": "Greater than 0, at most 1000, at most 4 decimals."
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "FixedPointsRule": {
        "type": "object",
        "description": "The same award for every qualifying transaction.",
        "required": [
          "type",
          "points"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "FIXED_POINTS",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "VisitFixedRule": {
        "type": "object",
        "description": "The same award for every visit; visits are counted per member and campaign.",
        "required": [
          "type",
          "points"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "VISIT_FIXED",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "ProductPurchaseRule": {
        "type": "object",
        "description": "Points for each unit: floor(points × Σ quantity) over the lines whose `sku`, or one of whose `categories`, is in\n`skus`, or one of whose categories is in `categories`. One of the two lists is required.\n",
        "required": [
          "type",
          "points"
        ],
        "x-needs-one-of": [
          "skus",
          "categories"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "PRODUCT_PURCHASE",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "skus": {
            "$ref": "#/components/schemas/RefList"
          },
          "categories": {
            "$ref": "#/components/schemas/RefList"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "RandomRule": {
        "type": "object",
        "description": "A random award from `minPoints` to `maxPoints`, both included, with the given chance to win. The same receipt\nalways draws the same.\n",
        "required": [
          "type",
          "minPoints",
          "maxPoints"
        ],
        "x-ordered": [
          "minPoints",
          "maxPoints"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "RANDOM",
            "description": "Selects this kind."
          },
          "minPoints": {
            "$ref": "#/components/schemas/Points"
          },
          "maxPoints": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "probability": {
            "type": "number",
            "format": "double",
            "minimum": 0,
            "maximum": 1,
            "description": "Chance to win; always when absent."
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "StampCardRule": {
        "type": "object",
        "description": "One stamp for each qualifying transaction, or, with `triggerEventKey`, for each such event instead. The last\nstamp completes the card, gives the reward and starts a new card.\n",
        "required": [
          "type",
          "stampsRequired",
          "rewardOnCompletion"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "STAMP_CARD",
            "description": "Selects this kind."
          },
          "stampsRequired": {
            "$ref": "#/components/schemas/EveryNth"
          },
          "rewardOnCompletion": {
            "$ref": "#/components/schemas/RewardGrant"
          },
          "triggerEventKey": {
            "$ref": "#/components/schemas/EventKey"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "SurpriseDelightRule": {
        "type": "object",
        "description": "Exactly every Nth qualifying transaction gives the reward; each rule counts in its own scope.",
        "required": [
          "type",
          "rewardRules"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "SURPRISE_DELIGHT",
            "description": "Selects this kind."
          },
          "rewardRules": {
            "type": "array",
            "minItems": 1,
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/SurpriseRule"
            },
            "description": "1 to 50 rules."
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "SurpriseRule": {
        "type": "object",
        "description": "Every Nth transaction of a scope gives the reward.",
        "required": [
          "everyNth",
          "reward"
        ],
        "properties": {
          "everyNth": {
            "$ref": "#/components/schemas/EveryNth",
            "description": "Which transactions: the Nth, the 2Nth and so on."
          },
          "scope": {
            "$ref": "#/components/schemas/SurpriseScope"
          },
          "reward": {
            "$ref": "#/components/schemas/RewardGrant",
            "description": "What they give."
          }
        }
      },
      "SurpriseScope": {
        "type": "string",
        "enum": [
          "MEMBER",
          "STORE",
          "CAMPAIGN"
        ],
        "default": "MEMBER",
        "description": "Over which transactions a rule counts.\n- `MEMBER`: those of each member.\n- `STORE`: those of each store; transactions without a `storeRef` do not count.\n- `CAMPAIGN`: those of everybody together.\n"
      },
      "SignupBonusRule": {
        "type": "object",
        "description": "Once, on the member's first SIGNUP event. `points`, `rewardType` or both. In a live environment such an event is a custom\nevent whose definition has the `lifecycleType` SIGNUP, as that of the key `member.signup` does.\n",
        "required": [
          "type"
        ],
        "x-needs-one-of": [
          "points",
          "rewardType"
        ],
        "x-shaped-by": {
          "tag": "rewardType",
          "member": "value",
          "mapping": {
            "COUPON_VOUCHER": "#/components/schemas/CouponValue",
            "GIFT_CARD": "#/components/schemas/GiftCardValue",
            "DISCOUNT_VOUCHER": "#/components/schemas/DiscountValue",
            "FREE_ITEM": "#/components/schemas/FreeItemValue"
          }
        },
        "properties": {
          "type": {
            "type": "string",
            "const": "SIGNUP_BONUS",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "rewardType": {
            "$ref": "#/components/schemas/RewardType"
          },
          "value": {
            "$ref": "#/components/schemas/RewardValue",
            "description": "What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another\nreward without it is described by the campaign's name.\n"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "OnDemandRule": {
        "type": "object",
        "description": "On any member event, or only on those in `eventTypes`, once for every reference and not for every person or year: make the\nreference of a birthday of the member and the year. `points`, `rewardType` or both.\n",
        "required": [
          "type"
        ],
        "x-needs-one-of": [
          "points",
          "rewardType"
        ],
        "x-shaped-by": {
          "tag": "rewardType",
          "member": "value",
          "mapping": {
            "COUPON_VOUCHER": "#/components/schemas/CouponValue",
            "GIFT_CARD": "#/components/schemas/GiftCardValue",
            "DISCOUNT_VOUCHER": "#/components/schemas/DiscountValue",
            "FREE_ITEM": "#/components/schemas/FreeItemValue"
          }
        },
        "properties": {
          "type": {
            "type": "string",
            "const": "ON_DEMAND",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "rewardType": {
            "$ref": "#/components/schemas/RewardType"
          },
          "value": {
            "$ref": "#/components/schemas/RewardValue",
            "description": "What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another\nreward without it is described by the campaign's name.\n"
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          },
          "eventTypes": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Ref"
            },
            "description": "Lifecycle types such as BIRTHDAY, and keys of event definitions such as `member.birthday`: an event of either is\nmeant. Any event when absent or empty.\n"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "ReferralBonusRule": {
        "type": "object",
        "description": "On a REFERRAL event; `points` for the referred member, `referrerPoints` for the referrer, each once for every reference.",
        "required": [
          "type",
          "points"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "REFERRAL_BONUS",
            "description": "Selects this kind."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "referrerPoints": {
            "$ref": "#/components/schemas/PositivePoints"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "EventTriggerRule": {
        "type": "object",
        "description": "On a custom event with this key whose payload meets the conditions.",
        "required": [
          "type",
          "eventKey",
          "reward"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "EVENT_TRIGGER",
            "description": "Selects this kind."
          },
          "eventKey": {
            "$ref": "#/components/schemas/EventKey"
          },
          "conditions": {
            "$ref": "#/components/schemas/ConditionNode",
            "x-rule-tree": {
              "depthMax": 5,
              "leavesMax": 50
            },
            "description": "Conditions on the payload; at most 5 levels of AND and OR, at most 50 comparisons in all."
          },
          "reward": {
            "$ref": "#/components/schemas/RewardGrant"
          },
          "pointsExpiry": {
            "$ref": "#/components/schemas/PointsExpiry"
          }
        }
      },
      "LogicalOperator": {
        "type": "string",
        "enum": [
          "AND",
          "OR"
        ],
        "description": "How the conditions of a node are joined.\n- `AND`: all of them must hold.\n- `OR`: at least one must hold.\n"
      },
      "ConditionNode": {
        "type": "object",
        "description": "All (AND) or at least one (OR) of the conditions.",
        "required": [
          "operator",
          "conditions"
        ],
        "properties": {
          "operator": {
            "$ref": "#/components/schemas/LogicalOperator"
          },
          "conditions": {
            "type": "array",
            "description": "1 to 50 conditions, comparisons or nodes of their own.",
            "minItems": 1,
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/Condition"
            }
          }
        }
      },
      "Condition": {
        "type": "object",
        "description": "A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`).",
        "x-variants": {
          "present": [
            "operator",
            "conditions"
          ],
          "then": "#/components/schemas/ConditionNode",
          "else": "#/components/schemas/ConditionLeaf"
        },
        "properties": {
          "operator": {
            "$ref": "#/components/schemas/LogicalOperator",
            "description": "Only of a node."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Condition"
            },
            "description": "Only of a node: 1 to 50 conditions."
          },
          "field": {
            "$ref": "#/components/schemas/PayloadPath",
            "description": "Only of a comparison."
          },
          "op": {
            "$ref": "#/components/schemas/ConditionOperator",
            "description": "Only of a comparison."
          },
          "value": {
            "description": "Only of a comparison: what the field is compared with, as `op` asks."
          }
        }
      },
      "ConditionLeaf": {
        "type": "object",
        "description": "One comparison of a payload field. A missing field is false, except for `neq` and `exists` false.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "x-variants": {
          "tag": "op",
          "mapping": {
            "eq": "#/components/schemas/EqualityCondition",
            "neq": "#/components/schemas/EqualityCondition",
            "gt": "#/components/schemas/OrderCondition",
            "gte": "#/components/schemas/OrderCondition",
            "lt": "#/components/schemas/OrderCondition",
            "lte": "#/components/schemas/OrderCondition",
            "in": "#/components/schemas/MembershipCondition",
            "contains": "#/components/schemas/ContainmentCondition",
            "exists": "#/components/schemas/ExistenceCondition"
          }
        },
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "$ref": "#/components/schemas/ConditionOperator"
          },
          "value": {
            "description": "What the field is compared with, as `op` asks."
          }
        }
      },
      "PayloadPath": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "description": "A dotted path into the payload.",
        "example": "station.country"
      },
      "ConditionOperator": {
        "type": "string",
        "enum": [
          "eq",
          "neq",
          "gt",
          "gte",
          "lt",
          "lte",
          "in",
          "contains",
          "exists"
        ],
        "description": "How a field of a payload is compared. What `value` may be follows from it: any plain value for `eq` and `neq`; a text or a number for `gt`, `gte`, `lt` and `lte`; a list for `in`; a text, a number or a boolean for `contains`; a boolean for `exists`.\n- `eq`: the field equals the value.\n- `neq`: the field does not equal the value.\n- `gt`: the field is greater than the value.\n- `gte`: the field is greater than the value, or equal to it.\n- `lt`: the field is less than the value.\n- `lte`: the field is less than the value, or equal to it.\n- `in`: the field is one of the values.\n- `contains`: the field is a text with this substring, or an array with this element.\n- `exists`: the field is there (`true`) or is not (`false`).\n"
      },
      "EqualityOperator": {
        "type": "string",
        "enum": [
          "eq",
          "neq"
        ],
        "description": "Equal or not.\n- `eq`: the field equals the value.\n- `neq`: the field does not equal the value.\n"
      },
      "OrderOperator": {
        "type": "string",
        "enum": [
          "gt",
          "gte",
          "lt",
          "lte"
        ],
        "description": "Greater or less. Numbers are compared as numbers, texts by their characters.\n- `gt`: the field is greater than the value.\n- `gte`: the field is greater than the value, or equal to it.\n- `lt`: the field is less than the value.\n- `lte`: the field is less than the value, or equal to it.\n"
      },
      "ComparisonOperator": {
        "type": "string",
        "enum": [
          "eq",
          "neq",
          "gt",
          "gte",
          "lt",
          "lte"
        ],
        "description": "How a value is compared.\n- `eq`: the field equals the value.\n- `neq`: the field does not equal the value.\n- `gt`: the field is greater than the value.\n- `gte`: the field is greater than the value, or equal to it.\n- `lt`: the field is less than the value.\n- `lte`: the field is less than the value, or equal to it.\n"
      },
      "EqualityCondition": {
        "type": "object",
        "description": "The field equals the value, or does not.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "$ref": "#/components/schemas/EqualityOperator"
          },
          "value": {
            "type": [
              "string",
              "number",
              "boolean",
              "null"
            ],
            "description": "What the field equals or does not: a text, a number, a boolean or null."
          }
        }
      },
      "OrderCondition": {
        "type": "object",
        "description": "The field is greater or less than the value.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "$ref": "#/components/schemas/OrderOperator"
          },
          "value": {
            "type": [
              "string",
              "number"
            ],
            "description": "The bound: a text or a number."
          }
        }
      },
      "MembershipCondition": {
        "type": "object",
        "description": "The field is one of the values.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "type": "string",
            "const": "in",
            "description": "Selects this comparison."
          },
          "value": {
            "type": "array",
            "description": "Up to 1,000 texts, numbers, booleans or nulls.",
            "maxItems": 1000,
            "items": {
              "type": [
                "string",
                "number",
                "boolean",
                "null"
              ]
            }
          }
        }
      },
      "ContainmentCondition": {
        "type": "object",
        "description": "The field is a text with this substring, or an array with this element.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "type": "string",
            "const": "contains",
            "description": "Selects this comparison."
          },
          "value": {
            "type": [
              "string",
              "number",
              "boolean"
            ],
            "description": "The substring, or the element."
          }
        }
      },
      "ExistenceCondition": {
        "type": "object",
        "description": "The field is there, or is not.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/PayloadPath"
          },
          "op": {
            "type": "string",
            "const": "exists",
            "description": "Selects this comparison."
          },
          "value": {
            "type": "boolean",
            "description": "True: it is there."
          }
        }
      },
      "RedemptionRule": {
        "type": "object",
        "description": "How points are burned under this campaign: 500 points at `pointsPerRand` 10 are worth 5000 cents. A rule that no redemption can\nmeet is refused: a minimum above the maximum, a maximum below `pointsPerRand` (it buys no rand), a minimum worth more than any basket.\n",
        "required": [
          "pointsPerRand"
        ],
        "properties": {
          "pointsPerRand": {
            "$ref": "#/components/schemas/PointsPerRand",
            "description": "Points that are worth R1; at most 4 decimals."
          },
          "minPointsPerRedemption": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "Fewer points are not redeemed."
          },
          "maxPointsPerRedemption": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "More points are capped to this."
          },
          "maxDiscountPercentOfBasket": {
            "$ref": "#/components/schemas/DiscountPercent",
            "description": "The discount is capped to this percentage of the basket; at most 4 decimals."
          },
          "onInsufficientBalance": {
            "$ref": "#/components/schemas/InsufficientBalancePolicy"
          }
        }
      },
      "InsufficientBalancePolicy": {
        "type": "string",
        "enum": [
          "REJECT",
          "CAP"
        ],
        "default": "REJECT",
        "description": "What happens to a request for more points than there are.\n- `REJECT`: it is refused.\n- `CAP`: what is there is redeemed.\n"
      },
      "CampaignState": {
        "type": "string",
        "enum": [
          "DRAFT",
          "ACTIVE",
          "PAUSED",
          "ARCHIVED"
        ],
        "description": "Where a campaign is in its life.\n- `DRAFT`: new, and never active so far.\n- `ACTIVE`: it is matched by evaluate.\n- `PAUSED`: evaluate skips it until it is resumed.\n- `ARCHIVED`: ended for good.\n"
      },
      "AlertThreshold": {
        "type": "number",
        "format": "double",
        "exclusiveMinimum": 0,
        "maximum": 1,
        "description": "The fraction of the budget at which an alert is raised."
      },
      "SegmentIdList": {
        "type": "array",
        "maxItems": 1000,
        "items": {
          "$ref": "#/components/schemas/Uuid"
        },
        "description": "Segments; an empty list is as good as none."
      },
      "CampaignCreateBody": {
        "type": "object",
        "description": "A new campaign. An empty list is as good as none, and null as good as an absent field.",
        "required": [
          "name",
          "earningRule"
        ],
        "x-ordered": [
          "startDate",
          "endDate"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged."
          },
          "earningRule": {
            "$ref": "#/components/schemas/EarningRule"
          },
          "redemptionRule": {
            "description": "How points are burned under this campaign; not at all when absent.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/RedemptionRule"
              },
              {
                "type": "null"
              }
            ]
          },
          "targetSegmentIds": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/Uuid"
            },
            "description": "Only members of at least one of these segments; each must exist."
          },
          "storeIds": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 5000,
            "items": {
              "$ref": "#/components/schemas/Ref"
            },
            "description": "Only transactions with one of these as their `storeRef`."
          },
          "startDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "instant",
            "description": "The campaign does not fire before. A plain date is the start of that day in UTC, not in the time of a shop: send an\ninstant with its offset for the start of a local day.\n"
          },
          "endDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "instant",
            "description": "The campaign does not fire after; not before `startDate`. A plain date is the end of that day in UTC: `2026-03-31` ends\nat 01:59 of 1 April in South Africa. Send an instant with its offset for the end of a local day.\n"
          },
          "minSpend": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Smallest basket that qualifies, in cents."
          },
          "maxBudgetCents": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "The campaign is paused when it has given this much; the award that reaches it is honoured whole. A point counts as\nthe `pointValueCents` of the environment (1 cent unless set), whatever it buys; a gift card and a FIXED voucher count with\ntheir face value, whatever their currency.\n"
          },
          "alertThreshold": {
            "type": [
              "number",
              "null"
            ],
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 1,
            "description": "The fraction of the budget at which an alert is raised.",
            "default": 0.8
          },
          "currency": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^[A-Z]{3}$",
            "format": "iso-4217",
            "description": "Only transactions in this currency. Amounts are never converted."
          }
        }
      },
      "CampaignUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is; null clears it.",
        "x-ordered": [
          "startDate",
          "endDate"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged; null takes it away."
          },
          "earningRule": {
            "$ref": "#/components/schemas/EarningRule"
          },
          "redemptionRule": {
            "description": "Replaced whole; null takes it away.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/RedemptionRule"
              },
              {
                "type": "null"
              }
            ]
          },
          "targetSegmentIds": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/Uuid"
            },
            "description": "Only members of at least one of these segments; each must exist, or be one that the campaign has. Null or an empty\nlist: everybody.\n"
          },
          "storeIds": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 5000,
            "items": {
              "$ref": "#/components/schemas/Ref"
            },
            "description": "Only transactions with one of these as their `storeRef`; null or an empty list: every store."
          },
          "startDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "instant",
            "description": "The campaign does not fire before; a plain date is the start of that UTC day. Null takes the bound away."
          },
          "endDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "instant",
            "description": "The campaign does not fire after; a plain date is the end of that UTC day. Null takes the bound away."
          },
          "minSpend": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Smallest basket that qualifies, in cents; null for any."
          },
          "maxBudgetCents": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "The campaign is paused when it has given this much; null takes the bound away."
          },
          "alertThreshold": {
            "type": [
              "number",
              "null"
            ],
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 1,
            "description": "Null restores the default, 0.8."
          },
          "currency": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^[A-Z]{3}$",
            "format": "iso-4217",
            "description": "Only transactions in this currency; null for any."
          }
        }
      },
      "Campaign": {
        "type": "object",
        "description": "A campaign as it is now.",
        "required": [
          "id",
          "tenantId",
          "name",
          "description",
          "state",
          "pausedReason",
          "earningRule",
          "redemptionRule",
          "targetSegmentIds",
          "storeIds",
          "startDate",
          "endDate",
          "minSpend",
          "maxBudgetCents",
          "alertThreshold",
          "currency",
          "spentCents",
          "activatedAt",
          "createdAt",
          "updatedAt",
          "warnings"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the campaign."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that it belongs to."
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged; null where there is none."
          },
          "state": {
            "$ref": "#/components/schemas/CampaignState"
          },
          "pausedReason": {
            "$ref": "#/components/schemas/PausedReason",
            "description": "Who paused it; null unless it is PAUSED."
          },
          "earningRule": {
            "$ref": "#/components/schemas/EarningRule"
          },
          "redemptionRule": {
            "description": "How points are burned under this campaign; null where it has no such rule.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/RedemptionRule"
              },
              {
                "type": "null"
              }
            ]
          },
          "targetSegmentIds": {
            "$ref": "#/components/schemas/SegmentIdList",
            "description": "Only members of at least one of these segments; an empty list is everybody."
          },
          "storeIds": {
            "$ref": "#/components/schemas/RefList",
            "description": "Only transactions with one of these as their `storeRef`; an empty list is every store."
          },
          "startDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The campaign does not fire before; null for no such bound."
          },
          "endDate": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The campaign does not fire after; null for no such bound."
          },
          "minSpend": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Smallest basket that qualifies, in cents; null for any."
          },
          "maxBudgetCents": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "The campaign is paused when it has given this much; null for no bound."
          },
          "alertThreshold": {
            "$ref": "#/components/schemas/AlertThreshold"
          },
          "currency": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^[A-Z]{3}$",
            "format": "iso-4217",
            "description": "Only transactions in this currency; null for any."
          },
          "spentCents": {
            "$ref": "#/components/schemas/Cents",
            "description": "What the campaign has given so far, counted against `maxBudgetCents`."
          },
          "activatedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the campaign was activated; null for a draft."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was created."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was last changed."
          },
          "warnings": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignWarning"
            },
            "description": "Settings that its owner should check; usually none."
          }
        },
        "example": {
          "id": "0198c0de-1111-7000-8000-000000000011",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "name": "One percent back",
          "description": null,
          "state": "ACTIVE",
          "pausedReason": null,
          "earningRule": {
            "type": "SPEND_PERCENTAGE",
            "percentage": 1
          },
          "redemptionRule": null,
          "targetSegmentIds": [],
          "storeIds": [],
          "startDate": "2026-03-01T00:00:00.000Z",
          "endDate": "2026-03-31T23:59:59.999Z",
          "minSpend": 5000,
          "maxBudgetCents": null,
          "alertThreshold": 0.8,
          "currency": null,
          "spentCents": 150,
          "activatedAt": "2026-02-27T09:30:00.000Z",
          "createdAt": "2026-02-27T09:00:00.000Z",
          "updatedAt": "2026-02-27T09:30:00.000Z",
          "warnings": []
        }
      },
      "PausedReason": {
        "type": [
          "string",
          "null"
        ],
        "x-extensible-enum": [
          "MANUAL",
          "BUDGET"
        ],
        "description": "Who paused a campaign. More values may be added; be ready for one that you do not know.\n- `MANUAL`: somebody did, by `POST /campaigns/{campaignId}/pause`.\n- `BUDGET`: its budget was spent; raise it, then resume the campaign.\n"
      },
      "CampaignWarning": {
        "type": "object",
        "description": "A setting that is valid, and probably not what the owner of a campaign wants.",
        "required": [
          "code",
          "message"
        ],
        "properties": {
          "code": {
            "$ref": "#/components/schemas/CampaignWarningCode"
          },
          "message": {
            "type": "string",
            "description": "The same for people, with the values at hand."
          }
        },
        "example": {
          "code": "POINT_VALUES_DIFFER",
          "message": "A point counts as 1 cents in budgets and is redeemed for 10: set pointValueCents to what a point is worth."
        }
      },
      "CampaignWarningCode": {
        "type": "string",
        "x-extensible-enum": [
          "NEVER_FIRES",
          "POINT_VALUES_DIFFER"
        ],
        "description": "What a warning is about. More values may be added; be ready for one that you do not know.\n- `NEVER_FIRES`: the rule waits for events, which have neither a store nor an amount, and the campaign asks for one of these.\n- `POINT_VALUES_DIFFER`: what a point costs a budget and what it is redeemed for under this campaign differ by more than twice.\n"
      },
      "NextCursor": {
        "description": "The `cursor` of the next page; null at the end.",
        "type": [
          "string",
          "null"
        ]
      },
      "CampaignList": {
        "type": "object",
        "description": "One page of campaigns, newest first.",
        "required": [
          "campaigns",
          "nextCursor"
        ],
        "properties": {
          "campaigns": {
            "type": "array",
            "description": "The campaigns.",
            "items": {
              "$ref": "#/components/schemas/Campaign"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "campaigns": [
            {
              "id": "0198c0de-1111-7000-8000-000000000011",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "name": "One percent back",
              "description": null,
              "state": "ACTIVE",
              "pausedReason": null,
              "earningRule": {
                "type": "SPEND_PERCENTAGE",
                "percentage": 1
              },
              "redemptionRule": null,
              "targetSegmentIds": [],
              "storeIds": [],
              "startDate": "2026-03-01T00:00:00.000Z",
              "endDate": "2026-03-31T23:59:59.999Z",
              "minSpend": 5000,
              "maxBudgetCents": null,
              "alertThreshold": 0.8,
              "currency": null,
              "spentCents": 150,
              "activatedAt": "2026-02-27T09:30:00.000Z",
              "createdAt": "2026-02-27T09:00:00.000Z",
              "updatedAt": "2026-02-27T09:30:00.000Z",
              "warnings": []
            }
          ],
          "nextCursor": null
        }
      },
      "MemberState": {
        "type": "string",
        "enum": [
          "active",
          "suspended",
          "anonymized"
        ],
        "description": "Whether a member takes part.\n- `active`: earns and burns.\n- `suspended`: refused until reinstated.\n- `anonymized`: erased; refused for good.\n"
      },
      "MemberTier": {
        "type": "object",
        "description": "Where a member stands among the tiers.",
        "required": [
          "id",
          "name",
          "nextTierId",
          "pointsToNextTier"
        ],
        "properties": {
          "id": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier by lifetimePoints; null below the first."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Its name."
          },
          "nextTierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier that comes next; null at the top."
          },
          "pointsToNextTier": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 1,
            "description": "Lifetime points that are missing for it; null at the top."
          }
        }
      },
      "Member": {
        "type": "object",
        "description": "A member as they are now.",
        "required": [
          "id",
          "tenantId",
          "externalRef",
          "name",
          "email",
          "phone",
          "pointsBalance",
          "lifetimePoints",
          "tierId",
          "tier",
          "earnMultiplier",
          "state",
          "stateReason",
          "stateChangedAt",
          "enrolledAt",
          "lastActivityAt",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the member."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that they belong to."
          },
          "externalRef": {
            "type": "string",
            "description": "Your reference of the customer, the `memberRef` of evaluate."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Full name."
          },
          "email": {
            "type": [
              "string",
              "null"
            ],
            "description": "E-mail address."
          },
          "phone": {
            "type": [
              "string",
              "null"
            ],
            "description": "Telephone number."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "Points that they have now."
          },
          "lifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "All points ever earned; burning and expiry leave it."
          },
          "tierId": {
            "type": [
              "string",
              "null"
            ],
            "description": "The tier by lifetimePoints; null when none applies."
          },
          "tier": {
            "$ref": "#/components/schemas/MemberTier"
          },
          "earnMultiplier": {
            "type": [
              "number",
              "null"
            ],
            "format": "double",
            "description": "The multiple of the base rate that the tier promises, for your checkout to apply; never applied here."
          },
          "state": {
            "$ref": "#/components/schemas/MemberState"
          },
          "stateReason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why they were suspended or reinstated last; null where nobody said."
          },
          "stateChangedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When they were suspended, reinstated or erased last; null before."
          },
          "enrolledAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When they were enrolled."
          },
          "lastActivityAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When they last bought something; null before."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the record was created."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the record was last changed."
          }
        },
        "example": {
          "id": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "externalRef": "customer-42",
          "name": "Thandi Nkosi",
          "email": "thandi@example.com",
          "phone": "+27 82 555 0142",
          "pointsBalance": 200,
          "lifetimePoints": 200,
          "tierId": null,
          "tier": {
            "id": null,
            "name": null,
            "nextTierId": "0198c0de-3333-7000-8000-000000000031",
            "pointsToNextTier": 800
          },
          "earnMultiplier": null,
          "state": "active",
          "stateReason": null,
          "stateChangedAt": null,
          "enrolledAt": "2026-03-01T08:00:00.000Z",
          "lastActivityAt": "2026-03-01T08:00:00.000Z",
          "createdAt": "2026-03-01T08:00:00.000Z",
          "updatedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "MemberCreateBody": {
        "type": "object",
        "description": "A member to be enrolled.",
        "required": [
          "externalRef"
        ],
        "properties": {
          "externalRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer, the `memberRef` of evaluate."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 255,
            "description": "Full name."
          },
          "email": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 320,
            "pattern": "^[^\\s@]+@[^\\s@]+$",
            "x-says": "must be an e-mail address of at most 320 characters, or null",
            "description": "E-mail address; need not be unique."
          },
          "phone": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^\\+?[0-9][0-9 ().-]{4,30}$",
            "x-says": "must be a telephone number, such as +27 82 555 0142, or null",
            "description": "Telephone number; need not be unique."
          }
        }
      },
      "MemberUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is; null clears it.",
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 255,
            "description": "Full name; null takes it away."
          },
          "email": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 320,
            "pattern": "^[^\\s@]+@[^\\s@]+$",
            "x-says": "must be an e-mail address of at most 320 characters, or null",
            "description": "E-mail address, which need not be unique; null takes it away."
          },
          "phone": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^\\+?[0-9][0-9 ().-]{4,30}$",
            "x-says": "must be a telephone number, such as +27 82 555 0142, or null",
            "description": "Telephone number, which need not be unique; null takes it away."
          }
        }
      },
      "ErasedMember": {
        "type": "object",
        "description": "A member who was erased.",
        "required": [
          "id",
          "state",
          "erasedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the member."
          },
          "state": {
            "$ref": "#/components/schemas/MemberState",
            "description": "Always anonymized."
          },
          "erasedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When they were erased first."
          }
        },
        "example": {
          "id": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "state": "anonymized",
          "erasedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "ConsentPurpose": {
        "type": "string",
        "enum": [
          "MARKETING"
        ],
        "description": "The purpose for which personal data may be used.\n- `MARKETING`: to inform the member of offers.\n"
      },
      "ConsentChannel": {
        "type": "string",
        "enum": [
          "EMAIL",
          "SMS",
          "PUSH",
          "PHONE",
          "POST"
        ],
        "description": "How the member may be reached.\n- `EMAIL`: by e-mail.\n- `SMS`: by text message.\n- `PUSH`: by a notification of an app.\n- `PHONE`: by a call.\n- `POST`: by letter.\n"
      },
      "ConsentBody": {
        "type": "object",
        "description": "What a member agreed to, or withdrew.",
        "required": [
          "purpose",
          "channels",
          "granted",
          "source"
        ],
        "properties": {
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member; required without `memberRef`."
          },
          "memberRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "The member by your reference; required without `memberId`."
          },
          "purpose": {
            "$ref": "#/components/schemas/ConsentPurpose"
          },
          "channels": {
            "type": "array",
            "minItems": 1,
            "maxItems": 5,
            "items": {
              "$ref": "#/components/schemas/ConsentChannel"
            },
            "description": "The channels that it is about; one that is named twice counts once."
          },
          "granted": {
            "type": "boolean",
            "description": "True for a consent, false for its withdrawal."
          },
          "source": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Where it was given, as a form or a till."
          },
          "grantedAt": {
            "$ref": "#/components/schemas/Instant",
            "description": "When it was given or withdrawn, at most 5 minutes ahead of now. Now when absent."
          },
          "policyVersion": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Which version of your policy it refers to."
          },
          "evidence": {
            "description": "What proves it; a string of at most 2,000 characters, or an object of at most 8 KiB."
          }
        }
      },
      "Consent": {
        "type": "object",
        "description": "A consent or a withdrawal, as it was recorded.",
        "required": [
          "id",
          "memberId",
          "purpose",
          "channels",
          "granted",
          "source",
          "grantedAt",
          "policyVersion",
          "evidence",
          "createdAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the record."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member."
          },
          "purpose": {
            "$ref": "#/components/schemas/ConsentPurpose"
          },
          "channels": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ConsentChannel"
            },
            "description": "The channels that it is about."
          },
          "granted": {
            "type": "boolean",
            "description": "True for a consent, false for its withdrawal."
          },
          "source": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where it was given; null once the member was erased."
          },
          "grantedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was given or withdrawn."
          },
          "policyVersion": {
            "type": [
              "string",
              "null"
            ],
            "description": "Which version of your policy it refers to."
          },
          "evidence": {
            "description": "What proves it, as it was sent; null without any, and once the member was erased."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was recorded."
          }
        },
        "example": {
          "id": "0198c0de-7a15-7d4f-8e32-5c8e3b01d0c1",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "purpose": "MARKETING",
          "channels": [
            "EMAIL",
            "SMS"
          ],
          "granted": true,
          "source": "sign-up form",
          "grantedAt": "2026-03-01T08:00:00.000Z",
          "policyVersion": "2026-03",
          "evidence": {
            "formId": "f-17",
            "tick": true
          },
          "createdAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "CurrentConsent": {
        "type": "object",
        "description": "The consent that counts now for one purpose and channel.",
        "required": [
          "purpose",
          "channel",
          "granted",
          "since"
        ],
        "properties": {
          "purpose": {
            "$ref": "#/components/schemas/ConsentPurpose"
          },
          "channel": {
            "$ref": "#/components/schemas/ConsentChannel"
          },
          "granted": {
            "type": "boolean",
            "description": "Whether the member agrees."
          },
          "since": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "The `grantedAt` of the record that counts."
          }
        }
      },
      "ConsentList": {
        "type": "object",
        "description": "One page of consents, newest first, and what counts now.",
        "required": [
          "consents",
          "current",
          "nextCursor"
        ],
        "properties": {
          "consents": {
            "type": "array",
            "description": "The records.",
            "items": {
              "$ref": "#/components/schemas/Consent"
            }
          },
          "current": {
            "type": "array",
            "description": "What counts now, of every purpose and channel that was ever recorded; on each page the same.",
            "items": {
              "$ref": "#/components/schemas/CurrentConsent"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "consents": [],
          "current": [
            {
              "purpose": "MARKETING",
              "channel": "EMAIL",
              "granted": true,
              "since": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "MemberList": {
        "type": "object",
        "description": "One page of members, newest first.",
        "required": [
          "members",
          "nextCursor"
        ],
        "properties": {
          "members": {
            "type": "array",
            "description": "The members.",
            "items": {
              "$ref": "#/components/schemas/Member"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "members": [
            {
              "id": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "externalRef": "customer-42",
              "name": "Thandi Nkosi",
              "email": "thandi@example.com",
              "phone": "+27 82 555 0142",
              "pointsBalance": 200,
              "lifetimePoints": 200,
              "tierId": null,
              "tier": {
                "id": null,
                "name": null,
                "nextTierId": "0198c0de-3333-7000-8000-000000000031",
                "pointsToNextTier": 800
              },
              "earnMultiplier": null,
              "state": "active",
              "stateReason": null,
              "stateChangedAt": null,
              "enrolledAt": "2026-03-01T08:00:00.000Z",
              "lastActivityAt": "2026-03-01T08:00:00.000Z",
              "createdAt": "2026-03-01T08:00:00.000Z",
              "updatedAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "LedgerEntry": {
        "type": "object",
        "description": "One movement of a member's points. It is never changed or deleted.",
        "required": [
          "id",
          "tenantId",
          "memberId",
          "transactionId",
          "transactionRef",
          "type",
          "points",
          "balanceAfter",
          "description",
          "expiresAt",
          "createdAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the entry."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant of the member."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member."
          },
          "transactionId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The transaction or event that moved the points; null where there was none."
          },
          "transactionRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of that transaction or event; null where there was none. Of points for a referral it is `event:` and the\nreference of the event that owed them.\n"
          },
          "type": {
            "$ref": "#/components/schemas/LedgerEntryType"
          },
          "points": {
            "type": "integer",
            "format": "int64",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Signed; what leaves the balance is negative."
          },
          "balanceAfter": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after this movement."
          },
          "description": {
            "type": "string",
            "description": "What it was for; of an EARN entry, the names of the campaigns."
          },
          "expiresAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the points lapse; null where they do not."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When they moved."
          }
        },
        "example": {
          "id": "0198c0de-7a11-8e5a-9b43-6d9f4c12e003",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
          "transactionRef": "receipt-1001",
          "type": "EARN",
          "points": 200,
          "balanceAfter": 200,
          "description": "One percent back, Fifty for every visit",
          "expiresAt": null,
          "createdAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "LedgerType": {
        "type": "string",
        "enum": [
          "EARN",
          "REDEEM",
          "EXPIRE",
          "ADJUST"
        ],
        "description": "The filter of a ledger.\n- `EARN`: points that were awarded.\n- `REDEEM`: points that were burned.\n- `EXPIRE`: points that lapsed.\n- `ADJUST`: points that were corrected by hand.\n"
      },
      "LedgerEntryType": {
        "type": "string",
        "x-extensible-enum": [
          "EARN",
          "REDEEM",
          "EXPIRE",
          "ADJUST"
        ],
        "description": "Why points moved. More values may be added; be ready for one that you do not know.\n- `EARN`: they were awarded.\n- `REDEEM`: they were burned.\n- `EXPIRE`: they lapsed.\n- `ADJUST`: they were corrected by hand.\n"
      },
      "LedgerEntryList": {
        "type": "object",
        "description": "One page of ledger entries, newest first.",
        "required": [
          "entries",
          "nextCursor"
        ],
        "properties": {
          "entries": {
            "type": "array",
            "description": "The entries.",
            "items": {
              "$ref": "#/components/schemas/LedgerEntry"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "entries": [
            {
              "id": "0198c0de-7a11-8e5a-9b43-6d9f4c12e003",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
              "transactionRef": "receipt-1001",
              "type": "EARN",
              "points": 200,
              "balanceAfter": 200,
              "description": "One percent back, Fifty for every visit",
              "expiresAt": null,
              "createdAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "AdjustPointsBody": {
        "type": "object",
        "description": "Points that are given, or taken.",
        "required": [
          "points",
          "reason"
        ],
        "properties": {
          "points": {
            "type": "integer",
            "format": "int64",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Signed, and not 0; what is taken is negative."
          },
          "reason": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Why; the description of the entry. It is kept for ever, also when the member is erased: it names documents, not\npeople.\n"
          },
          "ref": {
            "$ref": "#/components/schemas/Ref",
            "description": "The caller's name of this adjustment, which is then done once. It is kept for ever, also when the member is erased:\nit names documents, not people.\n"
          },
          "expiresAt": {
            "$ref": "#/components/schemas/Instant",
            "description": "When the points expire that are given; later than now, and at most 36,500 days ahead. A plain date is the end of that\nday in UTC. Without it they never expire, whatever the environment's setting says.\n"
          }
        }
      },
      "Adjustment": {
        "type": "object",
        "description": "What an adjustment did.",
        "required": [
          "entry",
          "pointsBalance"
        ],
        "properties": {
          "entry": {
            "$ref": "#/components/schemas/LedgerEntry",
            "description": "The entry that it made."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after it."
          }
        },
        "example": {
          "entry": {
            "id": "0198c0de-7a11-4e5a-9b43-6d9f4c12e009",
            "tenantId": "0198c0de-0000-7000-8000-000000000001",
            "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
            "transactionId": "0198c0de-7a11-4c3e-9f21-4b7d2a90c009",
            "transactionRef": "ticket-4711",
            "type": "ADJUST",
            "points": 100,
            "balanceAfter": 300,
            "description": "Apology for the broken eggs",
            "expiresAt": "2026-12-31T23:59:59.999Z",
            "createdAt": "2026-03-01T08:00:00.000Z"
          },
          "pointsBalance": 300
        }
      },
      "ExpiringPointsList": {
        "type": "object",
        "description": "A member's points by when they expire.",
        "required": [
          "memberId",
          "asOf",
          "pointsBalance",
          "pointsWithoutExpiry",
          "expiring",
          "nextCursor"
        ],
        "properties": {
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member."
          },
          "asOf": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "The instant that this is true for."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "All points."
          },
          "pointsWithoutExpiry": {
            "$ref": "#/components/schemas/Points",
            "description": "Those of them that never expire."
          },
          "expiring": {
            "type": "array",
            "description": "Those that expire within the days that were asked for, the first to expire first.",
            "items": {
              "$ref": "#/components/schemas/ExpiringPoints"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor",
            "description": "Always null; the list comes whole."
          }
        },
        "example": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "asOf": "2026-03-01T08:00:00.000Z",
          "pointsBalance": 300,
          "pointsWithoutExpiry": 150,
          "expiring": [
            {
              "expiresAt": "2026-05-30T08:00:00.000Z",
              "points": 50,
              "basis": "INACTIVITY"
            },
            {
              "expiresAt": "2026-12-31T23:59:59.999Z",
              "points": 100,
              "basis": "DATE"
            }
          ],
          "nextCursor": null
        }
      },
      "ExpiringPoints": {
        "type": "object",
        "description": "Points that expire together.",
        "required": [
          "expiresAt",
          "points",
          "basis"
        ],
        "properties": {
          "expiresAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When they expire."
          },
          "points": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "How many."
          },
          "basis": {
            "$ref": "#/components/schemas/ExpiryBasis"
          }
        }
      },
      "ExpiryBasis": {
        "type": "string",
        "x-extensible-enum": [
          "DATE",
          "INACTIVITY"
        ],
        "description": "Why points expire when they do. More values may be added; be ready for one that you do not know.\n- `DATE`: the time is fixed.\n- `INACTIVITY`: the member has not been active for long enough by then; whatever they do before moves it.\n"
      },
      "MemberActionBody": {
        "type": "object",
        "description": "May be left out.",
        "properties": {
          "reason": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Why; shown with the member, and gone when they are erased."
          }
        }
      },
      "StampCard": {
        "type": "object",
        "description": "A card on which a member collects stamps.",
        "required": [
          "campaignId",
          "campaignName",
          "campaignState",
          "stampsCollected",
          "stampsRequired",
          "completedCount",
          "lastStampAt",
          "rewardOnCompletion"
        ],
        "properties": {
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign of the card."
          },
          "campaignName": {
            "$ref": "#/components/schemas/Name",
            "description": "Its name."
          },
          "campaignState": {
            "$ref": "#/components/schemas/CampaignState",
            "description": "Only cards of ACTIVE campaigns are stamped; others are shown where something was collected."
          },
          "stampsCollected": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Stamps on the present card, at most `stampsRequired`. Where fewer are required than were collected, the next stamp\ncompletes as many cards as there are stamps for.\n"
          },
          "stampsRequired": {
            "$ref": "#/components/schemas/EveryNth"
          },
          "completedCount": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Cards completed so far."
          },
          "lastStampAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the last stamp was given; null without any."
          },
          "rewardOnCompletion": {
            "$ref": "#/components/schemas/RewardGrant",
            "description": "What the last stamp gives."
          }
        },
        "example": {
          "campaignId": "0198c0de-1111-7000-8000-000000000013",
          "campaignName": "Tenth coffee free",
          "campaignState": "ACTIVE",
          "stampsCollected": 3,
          "stampsRequired": 10,
          "completedCount": 1,
          "lastStampAt": "2026-03-01T08:00:00.000Z",
          "rewardOnCompletion": {
            "points": 100
          }
        }
      },
      "StampCardList": {
        "type": "object",
        "description": "A member's stamp cards, in the order in which their campaigns were activated.",
        "required": [
          "stampCards"
        ],
        "properties": {
          "stampCards": {
            "type": "array",
            "description": "The cards.",
            "items": {
              "$ref": "#/components/schemas/StampCard"
            }
          }
        },
        "example": {
          "stampCards": [
            {
              "campaignId": "0198c0de-1111-7000-8000-000000000013",
              "campaignName": "Tenth coffee free",
              "campaignState": "ACTIVE",
              "stampsCollected": 3,
              "stampsRequired": 10,
              "completedCount": 1,
              "lastStampAt": "2026-03-01T08:00:00.000Z",
              "rewardOnCompletion": {
                "points": 100
              }
            }
          ]
        }
      },
      "MemberStatistics": {
        "type": "object",
        "description": "What a member has bought. Windows are whole UTC days ending today; receipts from before these statistics were kept are\nnot in them.\n",
        "required": [
          "spendCents7d",
          "spendCents30d",
          "spendCents90d",
          "spendCents365d",
          "spendCentsLifetime",
          "txnCount7d",
          "txnCount30d",
          "txnCount90d",
          "txnCount365d",
          "txnCountLifetime",
          "avgBasketCents30d",
          "daysSinceLastTxn",
          "daysSinceEnrolled",
          "pointsBalance",
          "lifetimePoints",
          "tierId",
          "state",
          "visits"
        ],
        "properties": {
          "spendCents7d": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in 7 days."
          },
          "spendCents30d": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in 30 days."
          },
          "spendCents90d": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in 90 days."
          },
          "spendCents365d": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in 365 days."
          },
          "spendCentsLifetime": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in all."
          },
          "txnCount7d": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in 7 days."
          },
          "txnCount30d": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in 30 days."
          },
          "txnCount90d": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in 90 days."
          },
          "txnCount365d": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in 365 days."
          },
          "txnCountLifetime": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in all."
          },
          "avgBasketCents30d": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "description": "Cents of a purchase on average over 30 days, truncated; null without one."
          },
          "daysSinceLastTxn": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Whole UTC days since the last purchase; null when there was none."
          },
          "daysSinceEnrolled": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Whole UTC days since the member enrolled."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "Points that they have now."
          },
          "lifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "All points ever earned."
          },
          "tierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier that their lifetime points reach now; null below the first."
          },
          "state": {
            "$ref": "#/components/schemas/MemberState"
          },
          "visits": {
            "type": "array",
            "description": "Visits under each campaign that counts them, the last visited first.",
            "items": {
              "$ref": "#/components/schemas/CampaignVisits"
            }
          }
        },
        "example": {
          "spendCents7d": 15000,
          "spendCents30d": 45000,
          "spendCents90d": 45000,
          "spendCents365d": 120000,
          "spendCentsLifetime": 120000,
          "txnCount7d": 1,
          "txnCount30d": 3,
          "txnCount90d": 3,
          "txnCount365d": 8,
          "txnCountLifetime": 8,
          "avgBasketCents30d": 15000,
          "daysSinceLastTxn": 2,
          "daysSinceEnrolled": 200,
          "pointsBalance": 200,
          "lifetimePoints": 1200,
          "tierId": null,
          "state": "active",
          "visits": [
            {
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "campaignName": "A visit",
              "count": 8,
              "lastVisitAt": "2026-03-01T08:00:00.000Z"
            }
          ]
        }
      },
      "CampaignVisits": {
        "type": "object",
        "description": "How often a member has visited under one campaign.",
        "required": [
          "campaignId",
          "campaignName",
          "count",
          "lastVisitAt"
        ],
        "properties": {
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign, perhaps archived."
          },
          "campaignName": {
            "type": "string",
            "description": "Its name."
          },
          "count": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "Visits so far."
          },
          "lastVisitAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the last one was processed."
          }
        }
      },
      "SortOrder": {
        "type": "integer",
        "format": "int32",
        "minimum": -2147483648,
        "maximum": 2147483647,
        "description": "Display order, lowest first; 0 when absent."
      },
      "BadgeUrl": {
        "type": [
          "string",
          "null"
        ],
        "maxLength": 2048,
        "pattern": "^https?://",
        "format": "uri",
        "x-says": "must be an http or https URL of at most 2048 characters",
        "description": "Where the badge's image is; null without one."
      },
      "TierBenefit": {
        "description": "What a tier gives; `type` selects the kind. New kinds may be added: ignore one that you do not know.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/EarnMultiplierBenefit"
          },
          {
            "$ref": "#/components/schemas/LabelBenefit"
          },
          {
            "$ref": "#/components/schemas/ExclusiveCampaignBenefit"
          },
          {
            "$ref": "#/components/schemas/FreeRewardBenefit"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "EARN_MULTIPLIER": "#/components/schemas/EarnMultiplierBenefit",
            "LABEL": "#/components/schemas/LabelBenefit",
            "EXCLUSIVE_CAMPAIGN": "#/components/schemas/ExclusiveCampaignBenefit",
            "FREE_REWARD": "#/components/schemas/FreeRewardBenefit"
          }
        }
      },
      "EarnMultiplierBenefit": {
        "type": "object",
        "description": "A multiple of the base rate, for your checkout to apply; it is shown and never applied here.",
        "required": [
          "type",
          "multiplier"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "EARN_MULTIPLIER",
            "description": "Selects this kind."
          },
          "multiplier": {
            "type": "number",
            "format": "double",
            "exclusiveMinimum": 0,
            "maximum": 1000,
            "description": "Greater than 0, at most 1000."
          }
        }
      },
      "LabelBenefit": {
        "type": "object",
        "description": "A perk as a text.",
        "required": [
          "type",
          "description"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "LABEL",
            "description": "Selects this kind."
          },
          "description": {
            "$ref": "#/components/schemas/Description"
          }
        }
      },
      "ExclusiveCampaignBenefit": {
        "type": "object",
        "description": "That campaign fires only for members of this tier or a higher one, by the points they had before the transaction.\n",
        "required": [
          "type",
          "campaignId"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "EXCLUSIVE_CAMPAIGN",
            "description": "Selects this kind."
          },
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "A campaign of the environment, archived or not; anything else is 400, unless the tier names it already."
          }
        }
      },
      "FreeRewardBenefit": {
        "type": "object",
        "description": "A tangible reward for who reaches the tier by points, once for ever; `value` has the shape that its `rewardType` has in campaigns.\n",
        "required": [
          "type",
          "rewardType",
          "value"
        ],
        "x-shaped-by": {
          "tag": "rewardType",
          "member": "value",
          "mapping": {
            "COUPON_VOUCHER": "#/components/schemas/CouponValue",
            "GIFT_CARD": "#/components/schemas/GiftCardValue",
            "DISCOUNT_VOUCHER": "#/components/schemas/DiscountValue",
            "FREE_ITEM": "#/components/schemas/FreeItemValue"
          }
        },
        "properties": {
          "type": {
            "type": "string",
            "const": "FREE_REWARD",
            "description": "Selects this kind."
          },
          "rewardType": {
            "$ref": "#/components/schemas/RewardType"
          },
          "value": {
            "$ref": "#/components/schemas/RewardValue",
            "description": "What the reward is worth, of the shape of its `rewardType`."
          },
          "validDays": {
            "$ref": "#/components/schemas/ValidDays"
          }
        }
      },
      "TierBenefitList": {
        "type": "array",
        "maxItems": 50,
        "items": {
          "$ref": "#/components/schemas/TierBenefit"
        },
        "description": "Up to 50 benefits; may be empty."
      },
      "TierCreateBody": {
        "type": "object",
        "description": "A new tier.",
        "required": [
          "name",
          "minLifetimePoints"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "minLifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "Lifetime points with which a member enters the tier."
          },
          "sortOrder": {
            "$ref": "#/components/schemas/SortOrder"
          },
          "benefits": {
            "$ref": "#/components/schemas/TierBenefitList"
          },
          "badgeUrl": {
            "$ref": "#/components/schemas/BadgeUrl"
          },
          "grantFreeRewards": {
            "type": "boolean",
            "default": false,
            "description": "`true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.\nThe flag is no part of the tier.\n"
          }
        }
      },
      "TierUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is.",
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "minLifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "Lifetime points with which a member enters the tier."
          },
          "sortOrder": {
            "$ref": "#/components/schemas/SortOrder"
          },
          "benefits": {
            "$ref": "#/components/schemas/TierBenefitList"
          },
          "badgeUrl": {
            "$ref": "#/components/schemas/BadgeUrl"
          },
          "grantFreeRewards": {
            "type": "boolean",
            "default": false,
            "description": "`true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.\nThe flag is no part of the tier.\n"
          }
        }
      },
      "RetieringState": {
        "type": "string",
        "x-extensible-enum": [
          "IDLE",
          "QUEUED",
          "RUNNING"
        ],
        "description": "The state of a run over the members.\n- `IDLE`: every change was announced.\n- `QUEUED`: requested and not begun.\n- `RUNNING`: in progress.\n"
      },
      "Retiering": {
        "type": "object",
        "description": "The progress of the newest run over the members.",
        "required": [
          "state",
          "membersTotal",
          "scanned",
          "changed",
          "rewardsRequested",
          "wantedAt",
          "startedAt",
          "finishedAt"
        ],
        "properties": {
          "state": {
            "$ref": "#/components/schemas/RetieringState"
          },
          "membersTotal": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "About how many members there are, never less than `scanned`. More than 100,000 are not counted when a run begins;\nthe number then comes from the run before. After the end it is the number of members checked.\n"
          },
          "scanned": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members that it has checked."
          },
          "changed": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members that it has moved."
          },
          "rewardsRequested": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Rewards of tiers that it has requested."
          },
          "wantedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When a run was last requested."
          },
          "startedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the newest run began."
          },
          "finishedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          }
        },
        "example": {
          "state": "RUNNING",
          "membersTotal": 1000000,
          "scanned": 412000,
          "changed": 1810,
          "rewardsRequested": 0,
          "wantedAt": "2026-03-01T12:00:00.000Z",
          "startedAt": "2026-03-01T12:00:00.420Z",
          "finishedAt": null
        }
      },
      "Tier": {
        "type": "object",
        "description": "A tier as it is now.",
        "required": [
          "id",
          "tenantId",
          "name",
          "minLifetimePoints",
          "benefits",
          "sortOrder",
          "badgeUrl",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the tier."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that it belongs to."
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "minLifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "Lifetime points with which a member enters the tier."
          },
          "benefits": {
            "$ref": "#/components/schemas/TierBenefitList"
          },
          "sortOrder": {
            "$ref": "#/components/schemas/SortOrder"
          },
          "badgeUrl": {
            "$ref": "#/components/schemas/BadgeUrl"
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was created."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was last changed."
          }
        },
        "example": {
          "id": "0198c0de-3333-7000-8000-000000000031",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "name": "Silver",
          "minLifetimePoints": 1000,
          "benefits": [
            {
              "type": "EARN_MULTIPLIER",
              "multiplier": 1.5
            },
            {
              "type": "FREE_REWARD",
              "rewardType": "GIFT_CARD",
              "value": {
                "amount": 5000,
                "currency": "ZAR"
              },
              "validDays": 90
            }
          ],
          "sortOrder": 2,
          "badgeUrl": null,
          "createdAt": "2026-03-01T08:00:00.000Z",
          "updatedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "TierList": {
        "type": "object",
        "description": "The tiers, or one page of them, by `sortOrder`, lowest first.",
        "required": [
          "tiers",
          "nextCursor"
        ],
        "properties": {
          "tiers": {
            "type": "array",
            "description": "The tiers.",
            "items": {
              "$ref": "#/components/schemas/Tier"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "tiers": [
            {
              "id": "0198c0de-3333-7000-8000-000000000031",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "name": "Silver",
              "minLifetimePoints": 1000,
              "benefits": [
                {
                  "type": "EARN_MULTIPLIER",
                  "multiplier": 1.5
                },
                {
                  "type": "FREE_REWARD",
                  "rewardType": "GIFT_CARD",
                  "value": {
                    "amount": 5000,
                    "currency": "ZAR"
                  },
                  "validDays": 90
                }
              ],
              "sortOrder": 2,
              "badgeUrl": null,
              "createdAt": "2026-03-01T08:00:00.000Z",
              "updatedAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "SegmentType": {
        "type": "string",
        "enum": [
          "STATIC",
          "DYNAMIC"
        ],
        "description": "How members come into a segment.\n- `STATIC`: a list that is kept by hand.\n- `DYNAMIC`: a rule that members meet or do not.\n"
      },
      "SegmentRules": {
        "$ref": "#/components/schemas/SegmentRuleNode",
        "x-rule-tree": {
          "depthMax": 5,
          "leavesMax": 50
        },
        "description": "Who belongs to a DYNAMIC segment; at most 5 levels of AND and OR, at most 50 comparisons in all."
      },
      "SegmentRuleNode": {
        "type": "object",
        "description": "All (AND) or at least one (OR) of the conditions.",
        "required": [
          "operator",
          "conditions"
        ],
        "properties": {
          "operator": {
            "$ref": "#/components/schemas/LogicalOperator"
          },
          "conditions": {
            "type": "array",
            "description": "1 to 50 conditions, comparisons or nodes of their own.",
            "minItems": 1,
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/SegmentCondition"
            }
          }
        }
      },
      "SegmentCondition": {
        "type": "object",
        "description": "A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`).",
        "x-variants": {
          "present": [
            "operator",
            "conditions"
          ],
          "then": "#/components/schemas/SegmentRuleNode",
          "else": "#/components/schemas/SegmentComparison"
        },
        "properties": {
          "operator": {
            "$ref": "#/components/schemas/LogicalOperator",
            "description": "Only of a node."
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SegmentCondition"
            },
            "description": "Only of a node: 1 to 50 conditions."
          },
          "field": {
            "$ref": "#/components/schemas/SegmentField",
            "description": "Only of a comparison."
          },
          "op": {
            "$ref": "#/components/schemas/ComparisonOperator",
            "description": "Only of a comparison; of `tier_id` and `state` only `eq` and `neq`."
          },
          "value": {
            "description": "Only of a comparison: an integer; the id of a tier or null for `tier_id`; a state for `state`."
          }
        }
      },
      "SegmentComparison": {
        "type": "object",
        "description": "One comparison of what is known of a member. Windows are whole UTC days that end today; amounts are cents.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "x-variants": {
          "tag": "field",
          "mapping": {
            "spend_cents_7d": "#/components/schemas/SegmentNumberComparison",
            "spend_cents_30d": "#/components/schemas/SegmentNumberComparison",
            "spend_cents_90d": "#/components/schemas/SegmentNumberComparison",
            "spend_cents_365d": "#/components/schemas/SegmentNumberComparison",
            "txn_count_7d": "#/components/schemas/SegmentNumberComparison",
            "txn_count_30d": "#/components/schemas/SegmentNumberComparison",
            "txn_count_90d": "#/components/schemas/SegmentNumberComparison",
            "txn_count_365d": "#/components/schemas/SegmentNumberComparison",
            "spend_cents_lifetime": "#/components/schemas/SegmentNumberComparison",
            "txn_count_lifetime": "#/components/schemas/SegmentNumberComparison",
            "avg_basket_cents_30d": "#/components/schemas/SegmentNumberComparison",
            "days_since_last_txn": "#/components/schemas/SegmentNumberComparison",
            "days_since_enrolled": "#/components/schemas/SegmentNumberComparison",
            "points_balance": "#/components/schemas/SegmentNumberComparison",
            "lifetime_points": "#/components/schemas/SegmentNumberComparison",
            "tier_id": "#/components/schemas/SegmentTierComparison",
            "state": "#/components/schemas/SegmentStateComparison"
          }
        },
        "properties": {
          "field": {
            "$ref": "#/components/schemas/SegmentField"
          },
          "op": {
            "$ref": "#/components/schemas/ComparisonOperator",
            "description": "Of `tier_id` and `state` only `eq` and `neq`."
          },
          "value": {
            "description": "An integer; the id of a tier or null for `tier_id`; a state for `state`."
          }
        }
      },
      "SegmentField": {
        "type": "string",
        "enum": [
          "spend_cents_7d",
          "spend_cents_30d",
          "spend_cents_90d",
          "spend_cents_365d",
          "txn_count_7d",
          "txn_count_30d",
          "txn_count_90d",
          "txn_count_365d",
          "spend_cents_lifetime",
          "txn_count_lifetime",
          "avg_basket_cents_30d",
          "days_since_last_txn",
          "days_since_enrolled",
          "points_balance",
          "lifetime_points",
          "tier_id",
          "state"
        ],
        "description": "What is known of a member. Windows are whole UTC days that end today.\n- `spend_cents_7d`: cents spent in 7 days.\n- `spend_cents_30d`: cents spent in 30 days.\n- `spend_cents_90d`: cents spent in 90 days.\n- `spend_cents_365d`: cents spent in 365 days.\n- `txn_count_7d`: transactions in 7 days.\n- `txn_count_30d`: transactions in 30 days.\n- `txn_count_90d`: transactions in 90 days.\n- `txn_count_365d`: transactions in 365 days.\n- `spend_cents_lifetime`: cents ever spent.\n- `txn_count_lifetime`: transactions ever.\n- `avg_basket_cents_30d`: cents of the average basket of 30 days.\n- `days_since_last_txn`: days since the last transaction.\n- `days_since_enrolled`: days since the enrolment.\n- `points_balance`: the present balance.\n- `lifetime_points`: all points ever earned.\n- `tier_id`: the id of the tier; null for none.\n- `state`: the state of the member.\n"
      },
      "SegmentNumberField": {
        "type": "string",
        "enum": [
          "spend_cents_7d",
          "spend_cents_30d",
          "spend_cents_90d",
          "spend_cents_365d",
          "txn_count_7d",
          "txn_count_30d",
          "txn_count_90d",
          "txn_count_365d",
          "spend_cents_lifetime",
          "txn_count_lifetime",
          "avg_basket_cents_30d",
          "days_since_last_txn",
          "days_since_enrolled",
          "points_balance",
          "lifetime_points"
        ],
        "description": "What is known of a member as a number. Windows are whole UTC days that end today.\n- `spend_cents_7d`: cents spent in 7 days.\n- `spend_cents_30d`: cents spent in 30 days.\n- `spend_cents_90d`: cents spent in 90 days.\n- `spend_cents_365d`: cents spent in 365 days.\n- `txn_count_7d`: transactions in 7 days.\n- `txn_count_30d`: transactions in 30 days.\n- `txn_count_90d`: transactions in 90 days.\n- `txn_count_365d`: transactions in 365 days.\n- `spend_cents_lifetime`: cents ever spent.\n- `txn_count_lifetime`: transactions ever.\n- `avg_basket_cents_30d`: cents of the average basket of 30 days.\n- `days_since_last_txn`: days since the last transaction.\n- `days_since_enrolled`: days since the enrolment.\n- `points_balance`: the present balance.\n- `lifetime_points`: all points ever earned.\n"
      },
      "SegmentNumberComparison": {
        "type": "object",
        "description": "A count, an amount in cents, points or days.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "$ref": "#/components/schemas/SegmentNumberField"
          },
          "op": {
            "$ref": "#/components/schemas/ComparisonOperator"
          },
          "value": {
            "type": "integer",
            "description": "Cents, a count, points or days, as the field has them.",
            "format": "int64",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991
          }
        }
      },
      "SegmentTierComparison": {
        "type": "object",
        "description": "The member's tier; null is no tier.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "type": "string",
            "const": "tier_id",
            "description": "Selects this comparison."
          },
          "op": {
            "$ref": "#/components/schemas/EqualityOperator"
          },
          "value": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The id of a tier; null is no tier."
          }
        }
      },
      "SegmentStateComparison": {
        "type": "object",
        "description": "The member's state.",
        "required": [
          "field",
          "op",
          "value"
        ],
        "properties": {
          "field": {
            "type": "string",
            "const": "state",
            "description": "Selects this comparison."
          },
          "op": {
            "$ref": "#/components/schemas/EqualityOperator"
          },
          "value": {
            "$ref": "#/components/schemas/MemberState"
          }
        }
      },
      "SegmentCreateBody": {
        "type": "object",
        "description": "A new segment.",
        "required": [
          "name",
          "type"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged; null as good as absent."
          },
          "type": {
            "$ref": "#/components/schemas/SegmentType"
          },
          "rules": {
            "description": "Required for a DYNAMIC segment; a STATIC one has none.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/SegmentRules"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "SegmentUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is.",
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged; null takes it away."
          },
          "rules": {
            "description": "Only of a DYNAMIC segment.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/SegmentRules"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "Segment": {
        "type": "object",
        "description": "A segment as it is now.",
        "required": [
          "id",
          "tenantId",
          "name",
          "description",
          "type",
          "rules",
          "memberCount",
          "lastRefreshedAt",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the segment."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that it belongs to."
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 2000,
            "description": "For people, never judged; null where there is none."
          },
          "type": {
            "$ref": "#/components/schemas/SegmentType"
          },
          "rules": {
            "description": "Null for a STATIC segment.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/SegmentRules"
              },
              {
                "type": "null"
              }
            ]
          },
          "memberCount": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members in the segment now."
          },
          "lastRefreshedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The start of the newest completed refresh of a DYNAMIC segment; null before the first, and for a STATIC one."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was created."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was last changed."
          }
        },
        "example": {
          "id": "0198c0de-2222-7000-8000-000000000021",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "name": "Staff",
          "description": "Everybody on the payroll",
          "type": "STATIC",
          "rules": null,
          "memberCount": 2,
          "lastRefreshedAt": null,
          "createdAt": "2026-03-01T08:00:00.000Z",
          "updatedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "SegmentList": {
        "type": "object",
        "description": "The segments, or one page of them, newest first.",
        "required": [
          "segments",
          "nextCursor"
        ],
        "properties": {
          "segments": {
            "type": "array",
            "description": "The segments.",
            "items": {
              "$ref": "#/components/schemas/Segment"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "segments": [
            {
              "id": "0198c0de-2222-7000-8000-000000000021",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "name": "Staff",
              "description": "Everybody on the payroll",
              "type": "STATIC",
              "rules": null,
              "memberCount": 2,
              "lastRefreshedAt": null,
              "createdAt": "2026-03-01T08:00:00.000Z",
              "updatedAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "SegmentPreviewBody": {
        "type": "object",
        "description": "Rules to try.",
        "required": [
          "rules"
        ],
        "properties": {
          "rules": {
            "$ref": "#/components/schemas/SegmentRules"
          },
          "sampleSize": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "maximum": 20,
            "description": "How many of the members to name, at most; 10 when absent."
          }
        }
      },
      "SegmentPreview": {
        "type": "object",
        "description": "The members who meet some rules now.",
        "required": [
          "matchCount",
          "sampleMemberIds"
        ],
        "properties": {
          "matchCount": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members who meet the rules."
          },
          "sampleMemberIds": {
            "type": "array",
            "description": "Some of them, in no particular choice.",
            "items": {
              "$ref": "#/components/schemas/Uuid"
            }
          }
        },
        "example": {
          "matchCount": 1240,
          "sampleMemberIds": [
            "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
            "0198c0de-7a11-8d4f-8e32-5c8e3b01d005"
          ]
        }
      },
      "SegmentsQueued": {
        "type": "object",
        "description": "How many refreshes were queued.",
        "required": [
          "segmentsQueued"
        ],
        "properties": {
          "segmentsQueued": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "DYNAMIC segments that there are."
          }
        },
        "example": {
          "segmentsQueued": 3
        }
      },
      "SegmentRefresh": {
        "type": "object",
        "description": "The result of a refresh of a segment.",
        "required": [
          "segmentId",
          "memberCount",
          "added",
          "removed",
          "refreshedAt"
        ],
        "properties": {
          "segmentId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The segment."
          },
          "memberCount": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members in the segment now."
          },
          "added": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members whom the refresh added. Members who entered by their own activity do not count."
          },
          "removed": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Members whom the refresh took out."
          },
          "refreshedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it began."
          }
        },
        "example": {
          "segmentId": "0198c0de-2222-7000-8000-000000000021",
          "memberCount": 1240,
          "added": 17,
          "removed": 4,
          "refreshedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "SegmentMembersBody": {
        "type": "object",
        "description": "The members to add; both may be given.",
        "x-needs-one-of": [
          "memberId",
          "memberIds"
        ],
        "properties": {
          "memberId": {
            "$ref": "#/components/schemas/Uuid"
          },
          "memberIds": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/Uuid"
            },
            "description": "Up to 1,000 members."
          }
        }
      },
      "SegmentMembersAdded": {
        "type": "object",
        "description": "How many were added.",
        "required": [
          "added"
        ],
        "properties": {
          "added": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Members who were not in the segment before."
          }
        }
      },
      "SegmentMemberStats": {
        "type": "object",
        "description": "What is known of a member as numbers.",
        "required": [
          "spendCents30d",
          "txnCount30d",
          "pointsBalance",
          "lifetimePoints"
        ],
        "properties": {
          "spendCents30d": {
            "$ref": "#/components/schemas/SpendCents",
            "description": "Cents spent in 30 days."
          },
          "txnCount30d": {
            "$ref": "#/components/schemas/PurchaseCount",
            "description": "Purchases in 30 days."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "Points that they have now."
          },
          "lifetimePoints": {
            "$ref": "#/components/schemas/Points",
            "description": "All points ever earned."
          }
        }
      },
      "SegmentMember": {
        "type": "object",
        "description": "A member of a segment.",
        "required": [
          "memberId",
          "externalRef",
          "addedAt",
          "stats"
        ],
        "properties": {
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member, by their internal id."
          },
          "externalRef": {
            "type": "string",
            "description": "Your reference of the customer."
          },
          "addedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When they entered the segment."
          },
          "stats": {
            "$ref": "#/components/schemas/SegmentMemberStats"
          }
        },
        "example": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "externalRef": "customer-42",
          "addedAt": "2026-03-01T08:00:00.000Z",
          "stats": {
            "spendCents30d": 45000,
            "txnCount30d": 3,
            "pointsBalance": 200,
            "lifetimePoints": 200
          }
        }
      },
      "SegmentMemberList": {
        "type": "object",
        "description": "One page of members, last added first.",
        "required": [
          "members",
          "nextCursor"
        ],
        "properties": {
          "members": {
            "type": "array",
            "description": "The members.",
            "items": {
              "$ref": "#/components/schemas/SegmentMember"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "members": [
            {
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "externalRef": "customer-42",
              "addedAt": "2026-03-01T08:00:00.000Z",
              "stats": {
                "spendCents30d": 45000,
                "txnCount30d": 3,
                "pointsBalance": 200,
                "lifetimePoints": 200
              }
            }
          ],
          "nextCursor": null
        }
      },
      "LifecycleType": {
        "type": "string",
        "enum": [
          "SIGNUP",
          "BIRTHDAY",
          "ANNIVERSARY",
          "REFERRAL",
          "CUSTOM"
        ],
        "description": "Which lifecycle rules an event of this definition meets.\n- `SIGNUP`: SIGNUP_BONUS and ON_DEMAND: the member signed up.\n- `BIRTHDAY`: ON_DEMAND: the birthday of the member.\n- `ANNIVERSARY`: ON_DEMAND: the anniversary of the enrolment.\n- `REFERRAL`: REFERRAL_BONUS and ON_DEMAND: the member was referred by another one.\n- `CUSTOM`: ON_DEMAND: anything else.\n"
      },
      "FieldName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "description": "The name of a field at the top of the payload."
      },
      "PayloadSchema": {
        "type": "object",
        "description": "A JSON Schema document of the payload, or just its map of properties."
      },
      "EventDefinitionCreateBody": {
        "type": "object",
        "description": "A new event definition.",
        "required": [
          "key",
          "name"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/EventKey",
            "description": "Names the event for ever. Keys that begin with `lifecycle.` are ours."
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "identityProperty": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The payload field with your reference of the customer, a string or an integer.",
            "default": "customerId"
          },
          "properties": {
            "$ref": "#/components/schemas/PayloadSchema",
            "description": "What a payload must look like; any object when absent."
          },
          "lifecycleType": {
            "$ref": "#/components/schemas/LifecycleType",
            "description": "Which lifecycle rules these events meet. When absent, the last part of the key where it is one of the values\n(`member.birthday` is BIRTHDAY), otherwise CUSTOM.\n"
          },
          "referrerProperty": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The payload field with your reference of the customer who referred this one.",
            "default": "referrerRef"
          }
        }
      },
      "EventDefinitionUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is.",
        "properties": {
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "identityProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer."
          },
          "properties": {
            "$ref": "#/components/schemas/PayloadSchema"
          },
          "lifecycleType": {
            "$ref": "#/components/schemas/LifecycleType"
          },
          "referrerProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer who referred this one."
          },
          "state": {
            "$ref": "#/components/schemas/EventDefinitionState"
          }
        }
      },
      "EventDefinitionUpdateByKeyBody": {
        "type": "object",
        "description": "Which definition to change, and what. A field that is absent stays as it is.",
        "required": [
          "key"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/EventKey",
            "description": "The definition to change."
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "identityProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer."
          },
          "properties": {
            "$ref": "#/components/schemas/PayloadSchema"
          },
          "lifecycleType": {
            "$ref": "#/components/schemas/LifecycleType"
          },
          "referrerProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer who referred this one."
          },
          "state": {
            "$ref": "#/components/schemas/EventDefinitionState"
          }
        }
      },
      "EventDefinitionState": {
        "type": "string",
        "enum": [
          "ACTIVE",
          "ARCHIVED"
        ],
        "description": "Whether a definition accepts events.\n- `ACTIVE`: it does.\n- `ARCHIVED`: it accepts no new ones.\n"
      },
      "EventDefinition": {
        "type": "object",
        "description": "An event definition as it is now.",
        "required": [
          "id",
          "tenantId",
          "key",
          "name",
          "identityProperty",
          "properties",
          "lifecycleType",
          "referrerProperty",
          "version",
          "state",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the definition."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that it belongs to."
          },
          "key": {
            "$ref": "#/components/schemas/EventKey"
          },
          "name": {
            "$ref": "#/components/schemas/Name"
          },
          "identityProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer."
          },
          "properties": {
            "$ref": "#/components/schemas/PayloadSchema"
          },
          "lifecycleType": {
            "$ref": "#/components/schemas/LifecycleType"
          },
          "referrerProperty": {
            "$ref": "#/components/schemas/FieldName",
            "description": "The payload field with your reference of the customer who referred this one."
          },
          "version": {
            "type": "integer",
            "format": "int32",
            "minimum": 1,
            "description": "Raised by every change of `properties`."
          },
          "state": {
            "$ref": "#/components/schemas/EventDefinitionState"
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was created."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was last changed."
          }
        },
        "example": {
          "id": "0198c0de-4444-7000-8000-000000000041",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "key": "fuel.purchase",
          "name": "Fuel purchase",
          "identityProperty": "customerId",
          "properties": {
            "customerId": {
              "type": "string"
            },
            "litres": {
              "type": "number",
              "exclusiveMinimum": 0
            }
          },
          "lifecycleType": "CUSTOM",
          "referrerProperty": "referrerRef",
          "version": 1,
          "state": "ACTIVE",
          "createdAt": "2026-02-27T09:00:00.000Z",
          "updatedAt": "2026-02-27T09:00:00.000Z"
        }
      },
      "EventDefinitionList": {
        "type": "object",
        "description": "The event definitions, or one page of them, newest first.",
        "required": [
          "eventDefinitions",
          "nextCursor"
        ],
        "properties": {
          "eventDefinitions": {
            "type": "array",
            "description": "The definitions.",
            "items": {
              "$ref": "#/components/schemas/EventDefinition"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "eventDefinitions": [
            {
              "id": "0198c0de-4444-7000-8000-000000000041",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "key": "fuel.purchase",
              "name": "Fuel purchase",
              "identityProperty": "customerId",
              "properties": {
                "customerId": {
                  "type": "string"
                },
                "litres": {
                  "type": "number",
                  "exclusiveMinimum": 0
                }
              },
              "lifecycleType": "CUSTOM",
              "referrerProperty": "referrerRef",
              "version": 1,
              "state": "ACTIVE",
              "createdAt": "2026-02-27T09:00:00.000Z",
              "updatedAt": "2026-02-27T09:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "WebhookUrl": {
        "type": "string",
        "minLength": 1,
        "maxLength": 2048,
        "description": "Where deliveries are sent, an http or https URL without user, password or fragment.",
        "example": "https://shop.example/loyalty/events"
      },
      "WebhookSecret": {
        "type": "string",
        "minLength": 16,
        "maxLength": 256,
        "description": "Signs deliveries: its UTF-8 bytes do, or, in `webhook-signature`, the bytes that follow `whsec_` in base64 where it has\nthat form. It is never shown.\n",
        "example": "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0"
      },
      "WebhookEvent": {
        "type": "string",
        "enum": [
          "*",
          "transaction.processed",
          "transaction.redeemed",
          "member.enrolled",
          "member.tier_changed",
          "member.stamp_card_completed",
          "member.erased",
          "campaign.budget_alert",
          "campaign.budget_suspended",
          "points.expired",
          "event.processed",
          "points.credited",
          "points.adjusted",
          "member.suspended",
          "member.reinstated",
          "reward.issued",
          "reward.redeemed",
          "reward.expired",
          "reward.failed"
        ],
        "description": "A type of event that a webhook can subscribe to.\n- `*`: all of them, later ones included; it stands alone.\n- `transaction.processed`: a receipt was evaluated.\n- `transaction.redeemed`: points were redeemed.\n- `member.enrolled`: a member was created.\n- `member.tier_changed`: a member entered another tier, or none.\n- `member.stamp_card_completed`: a stamp card was completed.\n- `member.erased`: a member was erased.\n- `campaign.budget_alert`: a campaign has spent its alert threshold.\n- `campaign.budget_suspended`: a campaign was paused, its budget spent.\n- `points.expired`: points of a member lapsed.\n- `event.processed`: an event of a member was stored, with what it earned.\n- `points.credited`: a member got points for a referral.\n- `points.adjusted`: somebody gave points, or took some away.\n- `member.suspended`: a member was suspended.\n- `member.reinstated`: a suspended member is active again.\n- `reward.issued`: a reward has its code.\n- `reward.redeemed`: a reward was redeemed.\n- `reward.expired`: a reward expired.\n- `reward.failed`: a reward could not be given a code.\n"
      },
      "Mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "An environment of a tenant.\n- `live`: what `sk_live_` keys see.\n- `test`: what `sk_test_` keys see.\n"
      },
      "WebhookEvents": {
        "type": "array",
        "minItems": 1,
        "maxItems": 50,
        "items": {
          "$ref": "#/components/schemas/WebhookEvent"
        },
        "description": "The events that it subscribes to, or `[\"*\"]`; one that is named twice counts once."
      },
      "WebhookStatus": {
        "type": "string",
        "enum": [
          "ACTIVE",
          "DISABLED"
        ],
        "description": "Whether a webhook gets deliveries.\n- `ACTIVE`: it is.\n- `DISABLED`: it is not; `disabledReason` says why.\n"
      },
      "WebhookDisabledReason": {
        "type": [
          "string",
          "null"
        ],
        "x-extensible-enum": [
          "CONSECUTIVE_FAILURES",
          "GONE",
          "MANUAL"
        ],
        "description": "Why a webhook is DISABLED. More values may be added; be ready for one that you do not know.\n- `CONSECUTIVE_FAILURES`: five deliveries in a row have failed for good.\n- `GONE`: it responded 410.\n- `MANUAL`: a PATCH said so.\n"
      },
      "WebhookCreateBody": {
        "type": "object",
        "description": "A new webhook.",
        "required": [
          "url",
          "secret",
          "events"
        ],
        "properties": {
          "url": {
            "$ref": "#/components/schemas/WebhookUrl"
          },
          "secret": {
            "$ref": "#/components/schemas/WebhookSecret"
          },
          "events": {
            "$ref": "#/components/schemas/WebhookEvents"
          }
        }
      },
      "WebhookUpdateBody": {
        "type": "object",
        "description": "What to change. A field that is absent stays as it is.",
        "properties": {
          "url": {
            "$ref": "#/components/schemas/WebhookUrl"
          },
          "secret": {
            "$ref": "#/components/schemas/WebhookSecret"
          },
          "events": {
            "$ref": "#/components/schemas/WebhookEvents"
          },
          "status": {
            "$ref": "#/components/schemas/WebhookStatus"
          }
        }
      },
      "Webhook": {
        "type": "object",
        "description": "A webhook as it is now.",
        "required": [
          "id",
          "tenantId",
          "url",
          "events",
          "status",
          "disabledReason",
          "disabledAt",
          "consecutiveFailures",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the webhook."
          },
          "tenantId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The tenant that it belongs to."
          },
          "url": {
            "$ref": "#/components/schemas/WebhookUrl"
          },
          "events": {
            "type": "array",
            "description": "The events that it subscribes to, or `[\"*\"]`. More values may be added; be ready for one that you do not know.",
            "items": {
              "type": "string"
            }
          },
          "status": {
            "$ref": "#/components/schemas/WebhookStatus"
          },
          "disabledReason": {
            "$ref": "#/components/schemas/WebhookDisabledReason",
            "description": "Why it is DISABLED; null while it is ACTIVE."
          },
          "disabledAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it was disabled; null while it is ACTIVE."
          },
          "consecutiveFailures": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Deliveries that have failed for good since the last one that did not."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was registered."
          },
          "updatedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was last changed."
          }
        },
        "example": {
          "id": "0198c0de-6666-7000-8000-000000000061",
          "tenantId": "0198c0de-0000-7000-8000-000000000001",
          "url": "https://shop.example/loyalty/events",
          "events": [
            "transaction.processed",
            "reward.issued"
          ],
          "status": "ACTIVE",
          "disabledReason": null,
          "disabledAt": null,
          "consecutiveFailures": 0,
          "createdAt": "2026-02-27T09:00:00.000Z",
          "updatedAt": "2026-02-27T09:00:00.000Z"
        }
      },
      "WebhookList": {
        "type": "object",
        "description": "The webhooks, or one page of them, newest first.",
        "required": [
          "webhooks",
          "nextCursor"
        ],
        "properties": {
          "webhooks": {
            "type": "array",
            "description": "The webhooks.",
            "items": {
              "$ref": "#/components/schemas/Webhook"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "webhooks": [
            {
              "id": "0198c0de-6666-7000-8000-000000000061",
              "tenantId": "0198c0de-0000-7000-8000-000000000001",
              "url": "https://shop.example/loyalty/events",
              "events": [
                "transaction.processed",
                "reward.issued"
              ],
              "status": "ACTIVE",
              "disabledReason": null,
              "disabledAt": null,
              "consecutiveFailures": 0,
              "createdAt": "2026-02-27T09:00:00.000Z",
              "updatedAt": "2026-02-27T09:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "DeliveryStatus": {
        "type": "string",
        "enum": [
          "PENDING",
          "SUCCEEDED",
          "RETRYING",
          "FAILED"
        ],
        "description": "The state of a delivery.\n- `PENDING`: it was not tried yet.\n- `SUCCEEDED`: the endpoint accepted it, with a status of 2xx.\n- `RETRYING`: it was not accepted, and is retried at `nextAttemptAt`.\n- `FAILED`: it was not accepted, and is not retried.\n"
      },
      "Delivery": {
        "type": "object",
        "description": "A delivery to a webhook, and the results of its attempts.",
        "required": [
          "id",
          "webhookId",
          "eventId",
          "event",
          "status",
          "attempt",
          "maxAttempts",
          "responseCode",
          "failure",
          "latencyMs",
          "errorBody",
          "attempts",
          "redelivery",
          "replayOf",
          "createdAt",
          "attemptedAt",
          "nextAttemptAt"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the delivery, as `deliveryId` in its body."
          },
          "webhookId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The webhook."
          },
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The event, as `id` in the body."
          },
          "event": {
            "type": "string",
            "description": "The type of the event."
          },
          "status": {
            "$ref": "#/components/schemas/DeliveryStatus"
          },
          "attempt": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Attempts that were made."
          },
          "maxAttempts": {
            "type": "integer",
            "format": "int32",
            "minimum": 1,
            "description": "Attempts that are made at most."
          },
          "responseCode": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "description": "The status of the last response; null where there was none."
          },
          "failure": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the last attempt had no response, or was not made: `MEMBER_ERASED`, `ENDPOINT_DISABLED`, or a word for the\nfailure on the way, such as `TIMED_OUT`. More values may be added; be ready for one that you do not know.\n"
          },
          "latencyMs": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "minimum": 0,
            "description": "Milliseconds from the start of the last attempt to the head of its response, or to its end."
          },
          "errorBody": {
            "type": [
              "string",
              "null"
            ],
            "description": "The body of the endpoint's last response, if it did not accept the delivery; 1 KiB at most. It is kept for the\nnewest thousand deliveries that an endpoint did not accept, until they are accepted.\n"
          },
          "attempts": {
            "type": "array",
            "maxItems": 10,
            "items": {
              "$ref": "#/components/schemas/DeliveryAttempt"
            },
            "description": "All attempts, oldest first. Of a delivery from before attempts were kept only the last one."
          },
          "redelivery": {
            "type": "boolean",
            "description": "Whether it is a replay."
          },
          "replayOf": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The delivery that it replays."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the event happened, or the replay was requested."
          },
          "attemptedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the last attempt ended."
          },
          "nextAttemptAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it is retried; null unless it is RETRYING."
          }
        },
        "example": {
          "id": "0198c0de-7a11-8f66-8b00-000000000107",
          "webhookId": "0198c0de-6666-7000-8000-000000000061",
          "eventId": "0198c0de-7a11-8e55-9a00-000000000107",
          "event": "reward.issued",
          "status": "RETRYING",
          "attempt": 1,
          "maxAttempts": 5,
          "responseCode": 503,
          "failure": null,
          "latencyMs": 41,
          "errorBody": "Back in a minute",
          "attempts": [
            {
              "attempt": 1,
              "at": "2026-03-01T08:00:00.120Z",
              "durationMs": 41,
              "responseCode": 503,
              "error": null
            }
          ],
          "redelivery": false,
          "replayOf": null,
          "createdAt": "2026-03-01T08:00:00.000Z",
          "attemptedAt": "2026-03-01T08:00:00.120Z",
          "nextAttemptAt": "2026-03-01T08:01:01.920Z"
        }
      },
      "DeliveryAttempt": {
        "type": "object",
        "description": "One attempt of a delivery.",
        "required": [
          "attempt",
          "at",
          "durationMs",
          "responseCode",
          "error"
        ],
        "properties": {
          "attempt": {
            "type": "integer",
            "format": "int32",
            "minimum": 1,
            "description": "The first one is 1."
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it ended."
          },
          "durationMs": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "minimum": 0,
            "description": "Milliseconds from its start to the head of the response, or to its end; null where it is not known."
          },
          "responseCode": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "description": "The status of the response; null where there was none."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why there was no response: a word for the failure on the way, such as `TIMED_OUT`. More values may be added; be\nready for one that you do not know.\n"
          }
        },
        "example": {
          "attempt": 1,
          "at": "2026-03-01T08:00:00.120Z",
          "durationMs": 41,
          "responseCode": 503,
          "error": null
        }
      },
      "DeliveryList": {
        "type": "object",
        "description": "One page of deliveries, newest first.",
        "required": [
          "deliveries",
          "nextCursor"
        ],
        "properties": {
          "deliveries": {
            "type": "array",
            "description": "The deliveries.",
            "items": {
              "$ref": "#/components/schemas/Delivery"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "deliveries": [
            {
              "id": "0198c0de-7a11-8f66-8b00-000000000107",
              "webhookId": "0198c0de-6666-7000-8000-000000000061",
              "eventId": "0198c0de-7a11-8e55-9a00-000000000107",
              "event": "reward.issued",
              "status": "RETRYING",
              "attempt": 1,
              "maxAttempts": 5,
              "responseCode": 503,
              "failure": null,
              "latencyMs": 41,
              "errorBody": "Back in a minute",
              "attempts": [
                {
                  "attempt": 1,
                  "at": "2026-03-01T08:00:00.120Z",
                  "durationMs": 41,
                  "responseCode": 503,
                  "error": null
                }
              ],
              "redelivery": false,
              "replayOf": null,
              "createdAt": "2026-03-01T08:00:00.000Z",
              "attemptedAt": "2026-03-01T08:00:00.120Z",
              "nextAttemptAt": "2026-03-01T08:01:01.920Z"
            }
          ],
          "nextCursor": null
        }
      },
      "TestDelivery": {
        "type": "object",
        "description": "The delivery of a test.",
        "required": [
          "deliveryId",
          "eventId",
          "event",
          "status"
        ],
        "properties": {
          "deliveryId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The delivery."
          },
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The event."
          },
          "event": {
            "type": "string",
            "const": "webhook.test",
            "description": "The type of the event."
          },
          "status": {
            "$ref": "#/components/schemas/DeliveryStatus"
          }
        },
        "example": {
          "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010e",
          "eventId": "0198c0de-7a11-8e55-9a00-00000000010e",
          "event": "webhook.test",
          "status": "PENDING"
        }
      },
      "ReplayedDelivery": {
        "type": "object",
        "description": "A delivery that replays another one.",
        "required": [
          "deliveryId",
          "replayOf",
          "eventId",
          "status"
        ],
        "properties": {
          "deliveryId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The new delivery."
          },
          "replayOf": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The delivery that it replays."
          },
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The event."
          },
          "status": {
            "$ref": "#/components/schemas/DeliveryStatus"
          }
        },
        "example": {
          "deliveryId": "0198c0de-8b22-8f66-8b00-000000000201",
          "replayOf": "0198c0de-7a11-8f66-8b00-000000000107",
          "eventId": "0198c0de-7a11-8e55-9a00-000000000107",
          "status": "PENDING"
        }
      },
      "ReplayedEvents": {
        "type": "string",
        "enum": [
          "UNDELIVERED",
          "ALL"
        ],
        "default": "UNDELIVERED",
        "description": "Which events of a range are replayed.\n- `UNDELIVERED`: those that the endpoint has not accepted, by any delivery.\n- `ALL`: those that it has accepted too.\n"
      },
      "ReplayState": {
        "type": "string",
        "x-extensible-enum": [
          "RUNNING",
          "DONE",
          "STOPPED"
        ],
        "description": "The state of a replay. More values may be added; be ready for one that you do not know.\n- `RUNNING`: not all of its deliveries are made.\n- `DONE`: all are made; the list of deliveries has their results.\n- `STOPPED`: the webhook was disabled or deleted before all were made.\n"
      },
      "ReplayBody": {
        "type": "object",
        "description": "A range of events.",
        "required": [
          "since"
        ],
        "properties": {
          "since": {
            "$ref": "#/components/schemas/Instant",
            "description": "Events of this time or later."
          },
          "until": {
            "$ref": "#/components/schemas/Instant",
            "description": "Events of this time or earlier; a plain date is the end of that UTC day. Now unless it is said, and never later."
          },
          "only": {
            "$ref": "#/components/schemas/ReplayedEvents"
          }
        }
      },
      "Replay": {
        "type": "object",
        "description": "The replay of a range, and its progress.",
        "required": [
          "replayId",
          "since",
          "until",
          "only",
          "state",
          "made",
          "createdAt",
          "finishedAt"
        ],
        "properties": {
          "replayId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the replay."
          },
          "since": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "Where the range begins."
          },
          "until": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "Where it ends, inclusive."
          },
          "only": {
            "$ref": "#/components/schemas/ReplayedEvents"
          },
          "state": {
            "$ref": "#/components/schemas/ReplayState"
          },
          "made": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Deliveries that were made so far."
          },
          "createdAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was requested."
          },
          "finishedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null while it is RUNNING."
          }
        },
        "example": {
          "replayId": "0198c0de-9c33-4a77-8c00-000000000301",
          "since": "2026-03-01T08:00:00.000Z",
          "until": "2026-03-01T12:00:00.000Z",
          "only": "UNDELIVERED",
          "state": "RUNNING",
          "made": 0,
          "createdAt": "2026-03-01T12:30:00.000Z",
          "finishedAt": null
        }
      },
      "ReplayList": {
        "type": "object",
        "description": "One page of replays, newest first.",
        "required": [
          "replays",
          "nextCursor"
        ],
        "properties": {
          "replays": {
            "type": "array",
            "description": "The replays.",
            "items": {
              "$ref": "#/components/schemas/Replay"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "replays": [
            {
              "replayId": "0198c0de-9c33-4a77-8c00-000000000301",
              "since": "2026-03-01T08:00:00.000Z",
              "until": "2026-03-01T12:00:00.000Z",
              "only": "UNDELIVERED",
              "state": "RUNNING",
              "made": 0,
              "createdAt": "2026-03-01T12:30:00.000Z",
              "finishedAt": null
            }
          ],
          "nextCursor": null
        }
      },
      "Payload": {
        "type": "object",
        "description": "What happened, at most 64 KiB and 10,000 values; multiplied by the values of its definition at most 200,000. Numbers lie within ±9007199254740991, so that no digit is lost."
      },
      "EventBody": {
        "type": "object",
        "description": "A custom event.",
        "required": [
          "eventKey",
          "ref",
          "payload"
        ],
        "properties": {
          "eventKey": {
            "$ref": "#/components/schemas/EventKey",
            "description": "Which definition the event is of."
          },
          "ref": {
            "$ref": "#/components/schemas/Ref",
            "description": "Unique reference of the event; the idempotency key. Kept for ever: let it name a document, not a person."
          },
          "payload": {
            "$ref": "#/components/schemas/Payload"
          }
        }
      },
      "LifecycleEventBody": {
        "type": "object",
        "description": "A lifecycle event of a member who exists.",
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "SIGNUP, BIRTHDAY, ANNIVERSARY or REFERRAL, in any case; CUSTOM or a name of your own, for ON_DEMAND campaigns, as it is\nwritten.\n",
            "example": "BIRTHDAY"
          },
          "ref": {
            "$ref": "#/components/schemas/Ref",
            "description": "Unique reference of the event; the idempotency key. A birthday or a referral counts once for each reference, so make it of\nthe occasion, as `birthday-2026-customer-42`. A random one when absent.\n"
          },
          "occurredAt": {
            "$ref": "#/components/schemas/Instant",
            "description": "When it happened: from 2000-01-01 to 5 minutes ahead of now. Now when absent."
          },
          "referrerRef": {
            "$ref": "#/components/schemas/Ref",
            "description": "Your reference of the customer who referred this one."
          },
          "referrerMemberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The same by their internal id; an unknown member is skipped."
          },
          "eventKey": {
            "$ref": "#/components/schemas/EventKey",
            "description": "Also counts as this custom event."
          },
          "payload": {
            "$ref": "#/components/schemas/Payload",
            "description": "As for a custom event; without `eventKey` it is only kept."
          }
        }
      },
      "EventStampCard": {
        "type": "object",
        "description": "The state of one stamp card after a transaction or an event stamped it.",
        "required": [
          "campaignId",
          "stampsCollected",
          "stampsRequired",
          "completed"
        ],
        "properties": {
          "campaignId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The campaign of the card."
          },
          "stampsCollected": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Stamps on the card now, at most `stampsRequired`; on a card that was just completed those that are left, usually 0.\n"
          },
          "stampsRequired": {
            "$ref": "#/components/schemas/EveryNth"
          },
          "completed": {
            "type": "boolean",
            "description": "True when the last stamp was given just now."
          }
        }
      },
      "EventResult": {
        "type": "object",
        "description": "The award of an event. A repeat of its reference gets the same bytes.",
        "required": [
          "eventId",
          "eventKey",
          "ref",
          "memberId",
          "memberCreated",
          "definitionVersion",
          "pointsAwarded",
          "pointsBalance",
          "campaigns",
          "stampCards",
          "state",
          "receivedAt"
        ],
        "properties": {
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the event."
          },
          "eventKey": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key that was sent; null for a lifecycle event without one."
          },
          "ref": {
            "type": "string",
            "description": "The reference that was sent."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member, by their internal id."
          },
          "memberCreated": {
            "type": "boolean",
            "description": "True when this event created the member."
          },
          "definitionVersion": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int32",
            "description": "The version of the definition that judged the payload; null without a definition."
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "The sum over all campaigns that fired."
          },
          "pointsBalance": {
            "$ref": "#/components/schemas/Points",
            "description": "The balance after this event."
          },
          "campaigns": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CampaignAward"
            },
            "description": "The campaigns that fired, in the order they were activated."
          },
          "stampCards": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventStampCard"
            },
            "description": "The stamp cards that this event stamped."
          },
          "state": {
            "type": "string",
            "const": "PROCESSED",
            "description": "Always `PROCESSED`."
          },
          "receivedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was accepted."
          },
          "_debug": {
            "description": "Why no campaign fired; only with test keys.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/EvaluateDebug"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "AcceptedEvent": {
        "type": "object",
        "description": "An event that was accepted with 202.",
        "required": [
          "ref",
          "location"
        ],
        "properties": {
          "ref": {
            "type": "string",
            "description": "The reference that was sent, or made for an event without one."
          },
          "location": {
            "type": "string",
            "description": "Where the result will be; the same as the Location header."
          }
        }
      },
      "Event": {
        "type": "object",
        "description": "An event that was processed.",
        "required": [
          "eventId",
          "eventKey",
          "ref",
          "memberId",
          "payload",
          "definitionVersion",
          "pointsAwarded",
          "receivedAt"
        ],
        "properties": {
          "eventId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the event."
          },
          "eventKey": {
            "type": "string",
            "description": "The key of its definition; `lifecycle.` and the type in lower case for a lifecycle event without one."
          },
          "ref": {
            "type": "string",
            "description": "The reference that was sent, or made for an event without one."
          },
          "memberId": {
            "$ref": "#/components/schemas/Uuid",
            "description": "The member, by their internal id."
          },
          "payload": {
            "type": [
              "object",
              "null"
            ],
            "description": "What was sent, with the members of every object sorted by name and numbers in their shortest form; null once the member\nwas erased.\n"
          },
          "definitionVersion": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The version of the definition that judged the payload; null without a definition.",
            "format": "int32"
          },
          "pointsAwarded": {
            "$ref": "#/components/schemas/Points",
            "description": "The sum over all campaigns that fired."
          },
          "receivedAt": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When it was accepted."
          }
        },
        "example": {
          "eventId": "0198c0de-7a13-8c3e-9f21-4b7d2a90c004",
          "eventKey": "fuel.purchase",
          "ref": "pump-7-2041",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "payload": {
            "customerId": "customer-42",
            "litres": 41.5,
            "station": {
              "country": "ZA"
            }
          },
          "definitionVersion": 1,
          "pointsAwarded": 50,
          "receivedAt": "2026-03-01T08:00:00.000Z"
        }
      },
      "EventList": {
        "type": "object",
        "description": "One page of events, newest first.",
        "required": [
          "events",
          "nextCursor"
        ],
        "properties": {
          "events": {
            "type": "array",
            "description": "The events.",
            "items": {
              "$ref": "#/components/schemas/Event"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "events": [
            {
              "eventId": "0198c0de-7a13-8c3e-9f21-4b7d2a90c004",
              "eventKey": "fuel.purchase",
              "ref": "pump-7-2041",
              "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
              "payload": {
                "customerId": "customer-42",
                "litres": 41.5,
                "station": {
                  "country": "ZA"
                }
              },
              "definitionVersion": 1,
              "pointsAwarded": 50,
              "receivedAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "OmittedBody": {
        "type": [
          "string",
          "null"
        ],
        "x-extensible-enum": [
          "NOT_JSON",
          "NOT_KEPT",
          "TOO_LONG"
        ],
        "description": "Why a body is not shown. More values may be added; be ready for one that you do not know.\n- `NOT_JSON`: it could not be read as JSON.\n- `NOT_KEPT`: bodies of this kind of request are not kept.\n- `TOO_LONG`: it is longer than 16 KiB.\n"
      },
      "RequestLog": {
        "type": "object",
        "description": "A request that was made with a test key.",
        "required": [
          "id",
          "requestId",
          "method",
          "path",
          "status",
          "durationMs",
          "code",
          "requestBody",
          "requestBodyOmitted",
          "responseBody",
          "responseBodyOmitted",
          "at"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid",
            "description": "Identifies the record."
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "method": {
            "type": "string",
            "description": "The HTTP method."
          },
          "path": {
            "type": "string",
            "description": "The path as it was sent, without the query; 1,000 characters at most."
          },
          "status": {
            "type": "integer",
            "format": "int32",
            "description": "The status of the response."
          },
          "durationMs": {
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "description": "Milliseconds from its head to its response."
          },
          "code": {
            "type": [
              "string",
              "null"
            ],
            "description": "The code of the problem; null where the response was none."
          },
          "requestBody": {
            "description": "The body without its secrets; null where none was read, or it is not shown."
          },
          "requestBodyOmitted": {
            "$ref": "#/components/schemas/OmittedBody",
            "description": "Why the request body is not shown; null where it is, or none was read."
          },
          "responseBody": {
            "description": "The response without its secrets; null where it had no body, or it is not shown."
          },
          "responseBodyOmitted": {
            "$ref": "#/components/schemas/OmittedBody",
            "description": "Why the response body is not shown; null where it is, or there was none."
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the request came."
          }
        },
        "example": {
          "id": "0198c0de-7a11-7b2c-8a17-93d1e6f0a107",
          "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
          "method": "POST",
          "path": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/evaluate",
          "status": 400,
          "durationMs": 4,
          "code": "VALIDATION_ERROR",
          "requestBody": {
            "transactionRef": "receipt-1000",
            "memberRef": "customer-42",
            "amount": -1
          },
          "requestBodyOmitted": null,
          "responseBody": {
            "type": "https://errors.loyalty.dev/validation-error",
            "title": "The request is not valid",
            "status": 400,
            "detail": "The request does not have the documented form.",
            "code": "VALIDATION_ERROR",
            "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
            "context": {
              "errors": [
                {
                  "pointer": "/amount",
                  "message": "must be >= 0"
                }
              ]
            }
          },
          "responseBodyOmitted": null,
          "at": "2026-03-01T08:00:00.000Z"
        }
      },
      "RequestLogList": {
        "type": "object",
        "description": "One page of requests, newest first.",
        "required": [
          "requestLogs",
          "nextCursor"
        ],
        "properties": {
          "requestLogs": {
            "type": "array",
            "description": "The requests.",
            "items": {
              "$ref": "#/components/schemas/RequestLog"
            }
          },
          "nextCursor": {
            "$ref": "#/components/schemas/NextCursor"
          }
        },
        "example": {
          "requestLogs": [
            {
              "id": "0198c0de-7a11-7b2c-8a17-93d1e6f0a107",
              "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
              "method": "POST",
              "path": "/v1/tenants/0198c0de-0000-7000-8000-000000000001/transactions/evaluate",
              "status": 400,
              "durationMs": 4,
              "code": "VALIDATION_ERROR",
              "requestBody": {
                "transactionRef": "receipt-1000",
                "memberRef": "customer-42",
                "amount": -1
              },
              "requestBodyOmitted": null,
              "responseBody": {
                "type": "https://errors.loyalty.dev/validation-error",
                "title": "The request is not valid",
                "status": 400,
                "detail": "The request does not have the documented form.",
                "code": "VALIDATION_ERROR",
                "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
                "context": {
                  "errors": [
                    {
                      "pointer": "/amount",
                      "message": "must be >= 0"
                    }
                  ]
                }
              },
              "responseBodyOmitted": null,
              "at": "2026-03-01T08:00:00.000Z"
            }
          ],
          "nextCursor": null
        }
      },
      "Health": {
        "type": "object",
        "description": "How the process is.",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "$ref": "#/components/schemas/HealthStatus"
          }
        },
        "example": {
          "status": "ok"
        }
      },
      "HealthStatus": {
        "type": "string",
        "enum": [
          "ok",
          "unavailable"
        ],
        "description": "How something is.\n- `ok`: it works.\n- `unavailable`: it cannot be used now.\n"
      },
      "ProblemCode": {
        "type": "string",
        "x-extensible-enum": [
          "VALIDATION_ERROR",
          "UNAUTHORIZED",
          "FORBIDDEN",
          "MEMBER_SUSPENDED",
          "MEMBER_ERASED",
          "TEST_KEY_REQUIRED",
          "ROUTE_NOT_FOUND",
          "TENANT_NOT_FOUND",
          "CAMPAIGN_NOT_FOUND",
          "MEMBER_NOT_FOUND",
          "REWARD_NOT_FOUND",
          "TIER_NOT_FOUND",
          "SEGMENT_NOT_FOUND",
          "TRANSACTION_NOT_FOUND",
          "EVENT_DEFINITION_NOT_FOUND",
          "WEBHOOK_NOT_FOUND",
          "DELIVERY_NOT_FOUND",
          "METHOD_NOT_ALLOWED",
          "REQUEST_TIMEOUT",
          "INVALID_STATE_TRANSITION",
          "REWARD_NOT_REDEEMABLE",
          "DUPLICATE_KEY",
          "TIER_HAS_MEMBERS",
          "TRANSACTION_DUPLICATE",
          "LIMIT_EXCEEDED",
          "NOT_YET_AVAILABLE",
          "SEGMENT_NOT_STATIC",
          "SEGMENT_NOT_DYNAMIC",
          "EVENT_DEFINITION_ARCHIVED",
          "PAYLOAD_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
          "INSUFFICIENT_POINTS",
          "BELOW_MIN_REDEMPTION",
          "NOTHING_TO_REDEEM",
          "POINTS_OVERFLOW",
          "RATE_LIMITED",
          "HEADERS_TOO_LARGE",
          "INTERNAL_ERROR",
          "PROCESSING_TIMEOUT",
          "PROCESSING_FAILED",
          "SERVICE_UNAVAILABLE",
          "HISTORY_OPENING",
          "WRITE_UNCONFIRMED",
          "TENANT_MOVING",
          "TENANT_MOVED"
        ],
        "description": "Stable name of the condition. More values may be added; be ready for one that you do not know.\n- `VALIDATION_ERROR`: 400, the request is not valid.\n- `UNAUTHORIZED`: 401, authentication is required.\n- `FORBIDDEN`: 403, not allowed.\n- `MEMBER_SUSPENDED`: 403, the member is suspended.\n- `MEMBER_ERASED`: 403, the member was erased.\n- `TEST_KEY_REQUIRED`: 403, a test key is required.\n- `ROUTE_NOT_FOUND`: 404, no such route.\n- `TENANT_NOT_FOUND`: 404, no such tenant.\n- `CAMPAIGN_NOT_FOUND`: 404, no such campaign.\n- `MEMBER_NOT_FOUND`: 404, no such member.\n- `REWARD_NOT_FOUND`: 404, no such reward.\n- `TIER_NOT_FOUND`: 404, no such tier.\n- `SEGMENT_NOT_FOUND`: 404, no such segment.\n- `TRANSACTION_NOT_FOUND`: 404, no such transaction.\n- `EVENT_DEFINITION_NOT_FOUND`: 404, no such event definition.\n- `WEBHOOK_NOT_FOUND`: 404, no such webhook.\n- `DELIVERY_NOT_FOUND`: 404, no such delivery.\n- `METHOD_NOT_ALLOWED`: 405, method not allowed.\n- `REQUEST_TIMEOUT`: 408, the request did not come in time.\n- `INVALID_STATE_TRANSITION`: 409, not possible in the present state.\n- `REWARD_NOT_REDEEMABLE`: 409, the reward cannot be redeemed.\n- `DUPLICATE_KEY`: 409, already taken.\n- `TIER_HAS_MEMBERS`: 409, the tier has members.\n- `TRANSACTION_DUPLICATE`: 409, the reference was used with another body.\n- `LIMIT_EXCEEDED`: 409, a limit would be exceeded.\n- `NOT_YET_AVAILABLE`: 409, not available yet.\n- `SEGMENT_NOT_STATIC`: 409, the segment is not static.\n- `SEGMENT_NOT_DYNAMIC`: 409, the segment is not dynamic.\n- `EVENT_DEFINITION_ARCHIVED`: 409, the event definition is archived.\n- `PAYLOAD_TOO_LARGE`: 413, the body is too large.\n- `UNSUPPORTED_MEDIA_TYPE`: 415, unsupported media type.\n- `INSUFFICIENT_POINTS`: 422, not enough points.\n- `BELOW_MIN_REDEMPTION`: 422, too few points to redeem.\n- `NOTHING_TO_REDEEM`: 422, the points are worth nothing.\n- `POINTS_OVERFLOW`: 422, the balance would be too large.\n- `RATE_LIMITED`: 429, too many requests.\n- `HEADERS_TOO_LARGE`: 431, the headers are too large.\n- `INTERNAL_ERROR`: 500, something went wrong.\n- `PROCESSING_TIMEOUT`: 503, not decided in time.\n- `PROCESSING_FAILED`: 503, could not be processed.\n- `SERVICE_UNAVAILABLE`: 503, temporarily unavailable.\n- `HISTORY_OPENING`: 503, being recovered.\n- `WRITE_UNCONFIRMED`: 503, not confirmed yet.\n- `TENANT_MOVING`: 503, the tenant is being moved.\n- `TENANT_MOVED`: 503, the tenant was moved.\n"
      },
      "Problem": {
        "type": "object",
        "description": "An RFC 7807 problem with a stable code. What `context` holds follows from the `code`; see the problem of each response.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/ProblemContext"
          }
        }
      },
      "ProblemType": {
        "type": "string",
        "format": "uri",
        "description": "Identifies the kind of problem; its last segment is the code in lower case with hyphens.",
        "example": "https://errors.loyalty.dev/member-suspended"
      },
      "ProblemTitle": {
        "type": "string",
        "description": "The condition in a few words, the same for every problem of this code.",
        "example": "The member is suspended"
      },
      "ProblemStatus": {
        "type": "integer",
        "format": "int32",
        "minimum": 400,
        "maximum": 599,
        "description": "The HTTP status; in a bulk result the one that the item would have had alone.",
        "example": 403
      },
      "ProblemDetail": {
        "type": "string",
        "description": "A sentence for people; it may change.",
        "example": "A suspended member neither earns nor burns points."
      },
      "RequestId": {
        "type": "string",
        "description": "Identifies the request in our logs; the same as the X-Request-Id header.",
        "example": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77"
      },
      "ProblemContext": {
        "type": "object",
        "additionalProperties": true,
        "description": "What belongs to the condition; an empty object where nothing does."
      },
      "FieldError": {
        "type": "object",
        "description": "One field that was refused.",
        "required": [
          "pointer",
          "message"
        ],
        "properties": {
          "pointer": {
            "type": "string",
            "description": "A JSON pointer (RFC 6901) to the field; of a path or query parameter `/` and its name.",
            "example": "/products/0/quantity"
          },
          "message": {
            "type": "string",
            "description": "What is wrong, as a sentence that follows the field's name.",
            "example": "must be an integer ≥ 1"
          }
        }
      },
      "ValidationContext": {
        "type": "object",
        "description": "Which fields were refused, and why.",
        "required": [
          "errors"
        ],
        "properties": {
          "errors": {
            "type": "array",
            "maxItems": 20,
            "items": {
              "$ref": "#/components/schemas/FieldError"
            },
            "description": "One entry for each fault, at most 20."
          },
          "eventKey": {
            "type": "string",
            "description": "Only of an event: the key of the definition that judged the payload."
          },
          "definitionVersion": {
            "type": "integer",
            "format": "int32",
            "description": "Only of an event: the version of that definition."
          }
        }
      },
      "ValidationProblem": {
        "type": "object",
        "description": "A request that is not valid (`VALIDATION_ERROR`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/ValidationContext"
          }
        }
      },
      "ForbiddenContext": {
        "type": "object",
        "description": "What was lacking, where it was a permission.",
        "properties": {
          "permission": {
            "type": "string",
            "description": "The permission that the credential lacks; absent where it is another tenant's.",
            "example": "write"
          }
        }
      },
      "ForbiddenProblem": {
        "type": "object",
        "description": "A request that this credential, or this member, may not make.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/ForbiddenContext"
          }
        }
      },
      "StateTransitionReason": {
        "type": "string",
        "x-extensible-enum": [
          "ARCHIVED",
          "BUDGET_EXHAUSTED",
          "ENDPOINT_DISABLED",
          "MEMBER_ERASED",
          "REPLAY_RUNNING"
        ],
        "description": "Why a transition is not possible, where the two states do not say it. More values may be added; be ready for one that you do not know.\n- `ARCHIVED`: an archived campaign is not changed any more.\n- `BUDGET_EXHAUSTED`: the budget of the campaign is spent; raise it first.\n- `ENDPOINT_DISABLED`: the webhook is DISABLED; enable it first.\n- `MEMBER_ERASED`: the member of the reward or the delivery was erased.\n- `REPLAY_RUNNING`: another replay of a range is RUNNING at this webhook.\n"
      },
      "LimitedResource": {
        "type": "string",
        "x-extensible-enum": [
          "activeCampaigns",
          "campaigns",
          "campaignBytes",
          "tiers",
          "segments",
          "dynamicSegments",
          "segmentComparisons",
          "eventDefinitions",
          "webhooks",
          "lots"
        ],
        "description": "Of what there would be too much. More values may be added; be ready for one that you do not know.\n- `activeCampaigns`: ACTIVE campaigns.\n- `campaigns`: campaigns that are not ARCHIVED.\n- `campaignBytes`: bytes of the rules, target segments and stores of all campaigns that are not ARCHIVED.\n- `tiers`: tiers.\n- `segments`: segments.\n- `dynamicSegments`: DYNAMIC segments.\n- `segmentComparisons`: comparisons of all DYNAMIC segments together.\n- `eventDefinitions`: event definitions that are not ARCHIVED.\n- `webhooks`: webhooks; of those that were deleted within three hours all beyond the first 100 count too.\n- `lots`: days on which points of one member expire.\n"
      },
      "StateTransitionContext": {
        "type": "object",
        "description": "Which transition is not possible.",
        "required": [
          "from",
          "to"
        ],
        "properties": {
          "from": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the present state.",
            "example": "PAUSED"
          },
          "to": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the requested state.",
            "example": "ACTIVE"
          },
          "reason": {
            "$ref": "#/components/schemas/StateTransitionReason",
            "description": "INVALID_STATE_TRANSITION: why, where the states do not say it."
          }
        }
      },
      "StateTransitionProblem": {
        "type": "object",
        "description": "A transition that the present state does not allow (`INVALID_STATE_TRANSITION`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/StateTransitionContext"
          }
        }
      },
      "RewardStateContext": {
        "type": "object",
        "description": "The state of the reward.",
        "required": [
          "state"
        ],
        "properties": {
          "state": {
            "$ref": "#/components/schemas/RewardState",
            "description": "REWARD_NOT_REDEEMABLE: its state."
          },
          "redeemedAt": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "REWARD_NOT_REDEEMABLE: when it was redeemed; only where it was."
          },
          "transactionRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "REWARD_NOT_REDEEMABLE: the receipt that it was redeemed with, null where none was named; only where it was redeemed."
          }
        }
      },
      "RewardStateProblem": {
        "type": "object",
        "description": "A reward that cannot be redeemed (`REWARD_NOT_REDEEMABLE`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/RewardStateContext"
          }
        }
      },
      "AdjustmentContext": {
        "type": "object",
        "description": "Why points cannot be adjusted.",
        "properties": {
          "available": {
            "$ref": "#/components/schemas/Points",
            "description": "INSUFFICIENT_POINTS: the balance."
          },
          "requested": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "INSUFFICIENT_POINTS: the points that were to be taken."
          }
        }
      },
      "AdjustmentProblem": {
        "type": "object",
        "description": "Points that cannot be adjusted (`INSUFFICIENT_POINTS`, `POINTS_OVERFLOW`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/AdjustmentContext"
          }
        }
      },
      "RedemptionContext": {
        "type": "object",
        "description": "Why points cannot be redeemed.",
        "properties": {
          "available": {
            "$ref": "#/components/schemas/Points",
            "description": "INSUFFICIENT_POINTS: the balance."
          },
          "requested": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "INSUFFICIENT_POINTS: the requested points."
          },
          "minPointsPerRedemption": {
            "$ref": "#/components/schemas/PositivePoints",
            "description": "BELOW_MIN_REDEMPTION: the fewest points that the rule redeems."
          },
          "pointsToRedeem": {
            "$ref": "#/components/schemas/Points",
            "description": "BELOW_MIN_REDEMPTION: the points that the caps left."
          }
        }
      },
      "RedemptionProblem": {
        "type": "object",
        "description": "Points that cannot be redeemed (`INSUFFICIENT_POINTS`, `BELOW_MIN_REDEMPTION`, `NOTHING_TO_REDEEM`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/RedemptionContext"
          }
        }
      },
      "LimitContext": {
        "type": "object",
        "description": "Which limit would be exceeded.",
        "required": [
          "limit",
          "of"
        ],
        "properties": {
          "limit": {
            "type": "integer",
            "format": "int64",
            "description": "LIMIT_EXCEEDED: how much there may be.",
            "example": 200
          },
          "of": {
            "$ref": "#/components/schemas/LimitedResource",
            "description": "LIMIT_EXCEEDED: of what."
          }
        }
      },
      "LimitProblem": {
        "type": "object",
        "description": "More configuration than an environment may have (`LIMIT_EXCEEDED`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/LimitContext"
          }
        }
      },
      "StateOrLimitContext": {
        "type": "object",
        "description": "The members of `StateTransitionContext` or of `LimitContext`, by the code.",
        "properties": {
          "from": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the present state.",
            "example": "PAUSED"
          },
          "to": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the requested state.",
            "example": "ACTIVE"
          },
          "reason": {
            "$ref": "#/components/schemas/StateTransitionReason",
            "description": "INVALID_STATE_TRANSITION: why, where the states do not say it."
          },
          "limit": {
            "type": "integer",
            "format": "int64",
            "description": "LIMIT_EXCEEDED: how much there may be.",
            "example": 200
          },
          "of": {
            "$ref": "#/components/schemas/LimitedResource",
            "description": "LIMIT_EXCEEDED: of what."
          }
        }
      },
      "StateOrLimitProblem": {
        "type": "object",
        "description": "`INVALID_STATE_TRANSITION` or `LIMIT_EXCEEDED`.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/StateOrLimitContext"
          }
        }
      },
      "CampaignConflictContext": {
        "type": "object",
        "description": "Members by the code.",
        "properties": {
          "from": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the present state.",
            "example": "PAUSED"
          },
          "to": {
            "type": "string",
            "description": "INVALID_STATE_TRANSITION: the requested state.",
            "example": "ACTIVE"
          },
          "reason": {
            "$ref": "#/components/schemas/StateTransitionReason",
            "description": "INVALID_STATE_TRANSITION: why, where the states do not say it."
          },
          "limit": {
            "type": "integer",
            "format": "int64",
            "description": "LIMIT_EXCEEDED: how much there may be.",
            "example": 200
          },
          "of": {
            "$ref": "#/components/schemas/LimitedResource",
            "description": "LIMIT_EXCEEDED: of what."
          },
          "needs": {
            "type": "integer",
            "format": "int32",
            "description": "NOT_YET_AVAILABLE: the version of the rules that the campaign needs.",
            "example": 2
          },
          "known": {
            "type": "integer",
            "format": "int32",
            "description": "NOT_YET_AVAILABLE: the version that every part of the service knows.",
            "example": 1
          }
        }
      },
      "CampaignConflictProblem": {
        "type": "object",
        "description": "`INVALID_STATE_TRANSITION`, `LIMIT_EXCEEDED` or `NOT_YET_AVAILABLE`.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/CampaignConflictContext"
          }
        }
      },
      "CampaignNotCreatedContext": {
        "type": "object",
        "description": "Members by the code.",
        "properties": {
          "limit": {
            "type": "integer",
            "format": "int64",
            "description": "LIMIT_EXCEEDED: how much there may be.",
            "example": 200
          },
          "of": {
            "$ref": "#/components/schemas/LimitedResource",
            "description": "LIMIT_EXCEEDED: of what."
          },
          "needs": {
            "type": "integer",
            "format": "int32",
            "description": "NOT_YET_AVAILABLE: the version of the rules that the campaign needs.",
            "example": 2
          },
          "known": {
            "type": "integer",
            "format": "int32",
            "description": "NOT_YET_AVAILABLE: the version that every part of the service knows.",
            "example": 1
          }
        }
      },
      "CampaignNotCreatedProblem": {
        "type": "object",
        "description": "`LIMIT_EXCEEDED` or `NOT_YET_AVAILABLE`.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/CampaignNotCreatedContext"
          }
        }
      },
      "DuplicateContext": {
        "type": "object",
        "description": "Which field is taken.",
        "required": [
          "field"
        ],
        "properties": {
          "field": {
            "type": "string",
            "description": "DUPLICATE_KEY: the field whose value another one has.",
            "example": "minLifetimePoints"
          }
        }
      },
      "DuplicateProblem": {
        "type": "object",
        "description": "A value that another one has already (`DUPLICATE_KEY`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/DuplicateContext"
          }
        }
      },
      "DuplicateOrLimitContext": {
        "type": "object",
        "description": "The members of `DuplicateContext` or of `LimitContext`, by the code.",
        "properties": {
          "field": {
            "type": "string",
            "description": "DUPLICATE_KEY: the field whose value another one has.",
            "example": "minLifetimePoints"
          },
          "limit": {
            "type": "integer",
            "format": "int64",
            "description": "LIMIT_EXCEEDED: how much there may be.",
            "example": 200
          },
          "of": {
            "$ref": "#/components/schemas/LimitedResource",
            "description": "LIMIT_EXCEEDED: of what."
          }
        }
      },
      "DuplicateOrLimitProblem": {
        "type": "object",
        "description": "`DUPLICATE_KEY` or `LIMIT_EXCEEDED`.",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/DuplicateOrLimitContext"
          }
        }
      },
      "TierMembersContext": {
        "type": "object",
        "description": "Who is in the tier.",
        "required": [
          "memberCount"
        ],
        "properties": {
          "memberCount": {
            "type": "integer",
            "format": "int64",
            "description": "Members in the tier now, erased ones left out; with `more`, those of them that were found.",
            "example": 17
          },
          "more": {
            "type": "boolean",
            "description": "True where not all members of the environment were checked: there are too many of them, or 1,000 were found already.\nThere may be more in the tier, also where `memberCount` is 0.\n",
            "example": true
          }
        }
      },
      "TierMembersProblem": {
        "type": "object",
        "description": "A tier that has members (`TIER_HAS_MEMBERS`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/TierMembersContext"
          }
        }
      },
      "PayloadTooLargeContext": {
        "type": "object",
        "description": "How large a body may be.",
        "required": [
          "limitBytes"
        ],
        "properties": {
          "limitBytes": {
            "type": "integer",
            "format": "int32",
            "description": "Bytes that the body may have.",
            "example": 262144
          }
        }
      },
      "PayloadTooLargeProblem": {
        "type": "object",
        "description": "A body that is too large (`PAYLOAD_TOO_LARGE`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/PayloadTooLargeContext"
          }
        }
      },
      "ProcessingContext": {
        "type": "object",
        "description": "The engine's finding.",
        "properties": {
          "reason": {
            "type": "string",
            "description": "PROCESSING_FAILED: a code for support; absent where it is not known.",
            "example": "INVALID_RECEIPT"
          },
          "executed": {
            "type": "boolean",
            "const": false,
            "description": "PROCESSING_TIMEOUT: there where it is known that a redeem was not executed, because it came too late."
          },
          "notAfter": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "PROCESSING_TIMEOUT: until when it could have been executed. A second attempt with a later time may be under way."
          }
        }
      },
      "ProcessingProblem": {
        "type": "object",
        "description": "A request that was not decided (`PROCESSING_TIMEOUT`, `PROCESSING_FAILED`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/ProcessingContext"
          }
        }
      },
      "TimeoutContext": {
        "type": "object",
        "description": "Empty, but for redeems.",
        "properties": {
          "executed": {
            "type": "boolean",
            "const": false,
            "description": "PROCESSING_TIMEOUT: there where it is known that a redeem was not executed, because it came too late."
          },
          "notAfter": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "PROCESSING_TIMEOUT: until when it could have been executed. A second attempt with a later time may be under way."
          }
        }
      },
      "TimeoutProblem": {
        "type": "object",
        "description": "A request that was not completed in time (`PROCESSING_TIMEOUT`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`).",
        "required": [
          "type",
          "title",
          "status",
          "detail",
          "code",
          "requestId",
          "context"
        ],
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProblemType"
          },
          "title": {
            "$ref": "#/components/schemas/ProblemTitle"
          },
          "status": {
            "$ref": "#/components/schemas/ProblemStatus"
          },
          "detail": {
            "$ref": "#/components/schemas/ProblemDetail"
          },
          "code": {
            "$ref": "#/components/schemas/ProblemCode"
          },
          "requestId": {
            "$ref": "#/components/schemas/RequestId"
          },
          "context": {
            "$ref": "#/components/schemas/TimeoutContext"
          }
        }
      }
    }
  }
};
