// Derived from schemas/avro by `npm run derive`. Do not edit.

export interface ReturnedLine {
  readonly sku: string;
  /** Greater than 0, at most 100,000, at most 3 decimals. */
  readonly quantity: number;
}

/** What burn-engine decides beside redeems. It names the member by key alone, so nothing of it can be looked for by a person's reference. A kind that an engine does not know is refused: nothing of it is done. */
export interface BurnRequest {
  /** RETURN, AUTHORIZE, CAPTURE or VOID. */
  readonly kind: string;
  /** The caller's unique reference of this request, 1 to 255 characters; idempotency key. */
  readonly ref: string;
  /** The reference of the receipt, or of the redeem: of AUTHORIZE, CAPTURE and VOID that is ref. 1 to 255 characters. */
  readonly transactionRef: string;
  /** Of the member, 16 bytes: HMAC-SHA256 of their reference. */
  readonly memberKey: Buffer;
  /** RETURN: what is paid back, 1 or more, on the basis of the receipt's amount; null with isWhole. AUTHORIZE: the basket, 1 or more. */
  readonly amountCents: number | null;
  /** RETURN: true for all that is left of the receipt. */
  readonly isWhole: boolean;
  /** RETURN: the reference of the receipt's redeem, 1 to 255 characters; null: that of the receipt. */
  readonly redeemRef: string | null;
  /** 1 to 255 characters. It names documents, not persons, and is kept for ever. */
  readonly reason: string | null;
  /** RETURN, with amountCents: which products come back, at most 500; empty where it is not said. */
  readonly lines: readonly ReturnedLine[];
  /** AUTHORIZE: 1 or more. */
  readonly pointsRequested: number | null;
  /** AUTHORIZE: for how long, 1 to 604,800. */
  readonly ttlSeconds: number | null;
  /** AUTHORIZE: as of a redeem. */
  readonly campaignId: string | null;
  /** AUTHORIZE: as of a redeem. */
  readonly storeRef: string | null;
  /** AUTHORIZE: as of a redeem. */
  readonly maxDiscountPercentOfBasket: number | null;
  /** AUTHORIZE: as of a redeem; null for the default currency. */
  readonly currency: string | null;
  /** VOID: true where its time has passed, and nobody asked for it. It voids an open authorization alone. */
  readonly isLapse: boolean;
}

export const burnRequestSchema = {
  "type": "record",
  "name": "BurnRequest",
  "namespace": "loyalty",
  "doc": "What burn-engine decides beside redeems. It names the member by key alone, so nothing of it can be looked for by a person's reference. A kind that an engine does not know is refused: nothing of it is done.",
  "fields": [
    {
      "name": "kind",
      "type": "string",
      "doc": "RETURN, AUTHORIZE, CAPTURE or VOID."
    },
    {
      "name": "ref",
      "type": "string",
      "doc": "The caller's unique reference of this request, 1 to 255 characters; idempotency key."
    },
    {
      "name": "transactionRef",
      "type": "string",
      "doc": "The reference of the receipt, or of the redeem: of AUTHORIZE, CAPTURE and VOID that is ref. 1 to 255 characters."
    },
    {
      "name": "memberKey",
      "type": "bytes",
      "doc": "Of the member, 16 bytes: HMAC-SHA256 of their reference."
    },
    {
      "name": "amountCents",
      "type": [
        "null",
        "long"
      ],
      "default": null,
      "doc": "RETURN: what is paid back, 1 or more, on the basis of the receipt's amount; null with isWhole. AUTHORIZE: the basket, 1 or more."
    },
    {
      "name": "isWhole",
      "type": "boolean",
      "default": false,
      "doc": "RETURN: true for all that is left of the receipt."
    },
    {
      "name": "redeemRef",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "RETURN: the reference of the receipt's redeem, 1 to 255 characters; null: that of the receipt."
    },
    {
      "name": "reason",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "1 to 255 characters. It names documents, not persons, and is kept for ever."
    },
    {
      "name": "lines",
      "default": [],
      "type": {
        "type": "array",
        "items": {
          "type": "record",
          "name": "ReturnedLine",
          "fields": [
            {
              "name": "sku",
              "type": "string"
            },
            {
              "name": "quantity",
              "type": "double",
              "doc": "Greater than 0, at most 100,000, at most 3 decimals."
            }
          ]
        }
      },
      "doc": "RETURN, with amountCents: which products come back, at most 500; empty where it is not said."
    },
    {
      "name": "pointsRequested",
      "type": [
        "null",
        "long"
      ],
      "default": null,
      "doc": "AUTHORIZE: 1 or more."
    },
    {
      "name": "ttlSeconds",
      "type": [
        "null",
        "long"
      ],
      "default": null,
      "doc": "AUTHORIZE: for how long, 1 to 604,800."
    },
    {
      "name": "campaignId",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "AUTHORIZE: as of a redeem."
    },
    {
      "name": "storeRef",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "AUTHORIZE: as of a redeem."
    },
    {
      "name": "maxDiscountPercentOfBasket",
      "type": [
        "null",
        "double"
      ],
      "default": null,
      "doc": "AUTHORIZE: as of a redeem."
    },
    {
      "name": "currency",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "AUTHORIZE: as of a redeem; null for the default currency."
    },
    {
      "name": "isLapse",
      "type": "boolean",
      "default": false,
      "doc": "VOID: true where its time has passed, and nobody asked for it. It voids an open authorization alone."
    }
  ]
} as const;

export interface CreditAward {
  readonly campaignId: string;
  readonly campaignName: string;
  /** 1 or more. */
  readonly points: number;
  /** When they expire, as the campaign said when the event was decided: JSON, as in its earning rule. Null: as the environment's setting says when they arrive. */
  readonly pointsExpiry: string | null;
}

/** Points that one member's event owes to another member: the referrer. Written and read by the earn engine; idempotent as operation credit. The member is named by their key alone, so nobody is enrolled by it. */
export interface Credit {
  /** The operation and the reference of what caused it, as in event:signup-17. */
  readonly ref: string;
  /** 16 bytes; the Kafka key is its base64url. */
  readonly memberKey: Buffer;
  readonly awards: readonly CreditAward[];
}

export const creditSchema = {
  "type": "record",
  "name": "Credit",
  "namespace": "loyalty",
  "doc": "Points that one member's event owes to another member: the referrer. Written and read by the earn engine; idempotent as operation credit. The member is named by their key alone, so nobody is enrolled by it.",
  "fields": [
    {
      "name": "ref",
      "type": "string",
      "doc": "The operation and the reference of what caused it, as in event:signup-17."
    },
    {
      "name": "memberKey",
      "type": "bytes",
      "doc": "16 bytes; the Kafka key is its base64url."
    },
    {
      "name": "awards",
      "type": {
        "type": "array",
        "items": {
          "type": "record",
          "name": "CreditAward",
          "fields": [
            {
              "name": "campaignId",
              "type": "string"
            },
            {
              "name": "campaignName",
              "type": "string"
            },
            {
              "name": "points",
              "type": "long",
              "doc": "1 or more."
            },
            {
              "name": "pointsExpiry",
              "type": [
                "null",
                "string"
              ],
              "default": null,
              "doc": "When they expire, as the campaign said when the event was decided: JSON, as in its earning rule. Null: as the environment's setting says when they arrive."
            }
          ]
        }
      }
    }
  ]
} as const;

/** A member was erased. The topic is compacted, so it outlives every backup: after a restore loyaltyctl erasures reapply reads it, and nobody who was erased comes back. */
export interface Erasure {
  /** The member's internal id; the Kafka key is the base64url of their key. */
  readonly memberId: string;
  /** Milliseconds since the epoch. */
  readonly erasedAt: number;
}

export const erasureSchema = {
  "type": "record",
  "name": "Erasure",
  "namespace": "loyalty",
  "doc": "A member was erased. The topic is compacted, so it outlives every backup: after a restore loyaltyctl erasures reapply reads it, and nobody who was erased comes back.",
  "fields": [
    {
      "name": "memberId",
      "type": "string",
      "doc": "The member's internal id; the Kafka key is the base64url of their key."
    },
    {
      "name": "erasedAt",
      "type": "long",
      "doc": "Milliseconds since the epoch."
    }
  ]
} as const;

export interface ReceiptLine {
  readonly sku: string;
  /** Greater than 0, at most 100,000, at most 3 decimals. */
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly categories: readonly string[];
}

export interface ReceiptAttribute {
  /** [a-z][a-z0-9_]{0,63} */
  readonly name: string;
  /** 1 to 255 characters. */
  readonly value: string;
}

export interface LineAmount {
  /** Its place among the products, from 0. */
  readonly line: number;
  /** 0 or more. */
  readonly amountCents: number;
}

/** One receipt to be evaluated, as a till, a bulk load or a retailer's own producer writes it. The environment travels in a header or in the topic's name, never here, so that the same receipt is the same bytes on every way in. */
export interface EvaluateRequest {
  /** The caller's unique reference of the receipt, 1 to 255 characters; idempotency key. */
  readonly transactionRef: string;
  /** The caller's reference of the member, 1 to 255 characters. */
  readonly memberRef: string;
  /** Basket total in minor units, greater than 0. */
  readonly amountCents: number;
  readonly storeRef: string | null;
  /** ISO 4217, upper case; null means ZAR. */
  readonly currency: string | null;
  /** Milliseconds since the epoch; null means the time of the record. */
  readonly occurredAt: number | null;
  readonly products: readonly ReceiptLine[];
  /** By name, each once, at most 20. Conditions compare them; they are stored nowhere and name no person. */
  readonly attributes: readonly ReceiptAttribute[];
  /** What was paid for single lines, where the till says so; by line, each once. */
  readonly lineAmounts: readonly LineAmount[];
}

export const evaluateRequestSchema = {
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
    },
    {
      "name": "attributes",
      "default": [],
      "doc": "By name, each once, at most 20. Conditions compare them; they are stored nowhere and name no person.",
      "type": {
        "type": "array",
        "items": {
          "type": "record",
          "name": "ReceiptAttribute",
          "fields": [
            {
              "name": "name",
              "type": "string",
              "doc": "[a-z][a-z0-9_]{0,63}"
            },
            {
              "name": "value",
              "type": "string",
              "doc": "1 to 255 characters."
            }
          ]
        }
      }
    },
    {
      "name": "lineAmounts",
      "default": [],
      "doc": "What was paid for single lines, where the till says so; by line, each once.",
      "type": {
        "type": "array",
        "items": {
          "type": "record",
          "name": "LineAmount",
          "fields": [
            {
              "name": "line",
              "type": "int",
              "doc": "Its place among the products, from 0."
            },
            {
              "name": "amountCents",
              "type": "long",
              "doc": "0 or more."
            }
          ]
        }
      }
    }
  ]
} as const;

/** Something that happened, for every service that needs to know. Delivered at least once; the id is stable. */
export interface Fact {
  /** UUID; the same again after a replay. */
  readonly id: string;
  /** Past tense, dotted, as in transaction.processed; also in the header loyalty_factType. */
  readonly type: string;
  readonly environmentId: number;
  readonly tenantId: string;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** The member's ledger sequence number after this fact, on facts that moved points. */
  readonly ledgerSeq: number | null;
  /** JSON object; its shape by type is described in schemas/facts. */
  readonly data: Buffer;
}

export const factSchema = {
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
} as const;

/** One event of a member: a custom one, judged by its definition when it was accepted, or one of the lifecycle endpoint. Which revision of the definition judged it travels in the header loyalty_definitionRevision, so that the same event is the same bytes under every revision. */
export interface MemberEventRequest {
  /** The caller's unique reference of the event, 1 to 255 characters; idempotency key. */
  readonly ref: string;
  /** The caller's reference of the member, 1 to 255 characters. */
  readonly memberRef: string;
  /** The key of the event definition; null for a lifecycle event without one. */
  readonly eventKey: string | null;
  /** Such as BIRTHDAY, as the lifecycle endpoint was told; null for a custom event, whose definition says it. */
  readonly lifecycleType: string | null;
  /** The caller's reference of the member who referred this one. */
  readonly referrerRef: string | null;
  /** Milliseconds since the epoch; null means the time of the record. */
  readonly occurredAt: number | null;
  /** JSON object, at most 64 KiB. */
  readonly payload: Buffer;
}

export const memberEventRequestSchema = {
  "type": "record",
  "name": "MemberEventRequest",
  "namespace": "loyalty",
  "doc": "One event of a member: a custom one, judged by its definition when it was accepted, or one of the lifecycle endpoint. Which revision of the definition judged it travels in the header loyalty_definitionRevision, so that the same event is the same bytes under every revision.",
  "fields": [
    {
      "name": "ref",
      "type": "string",
      "doc": "The caller's unique reference of the event, 1 to 255 characters; idempotency key."
    },
    {
      "name": "memberRef",
      "type": "string",
      "doc": "The caller's reference of the member, 1 to 255 characters."
    },
    {
      "name": "eventKey",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "The key of the event definition; null for a lifecycle event without one."
    },
    {
      "name": "lifecycleType",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "Such as BIRTHDAY, as the lifecycle endpoint was told; null for a custom event, whose definition says it."
    },
    {
      "name": "referrerRef",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "The caller's reference of the member who referred this one."
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
      "name": "payload",
      "type": "bytes",
      "doc": "JSON object, at most 64 KiB."
    }
  ]
} as const;

/** Points of a member to be turned into a discount. Until when it may be decided travels in the header loyalty_notAfter, so that a repeat is the same bytes. */
export interface RedeemRequest {
  /** The caller's unique reference of the redemption, 1 to 255 characters; idempotency key. */
  readonly transactionRef: string;
  /** The caller's reference of a member who is enrolled, 1 to 255 characters. */
  readonly memberRef: string;
  /** Basket total in minor units, greater than 0. */
  readonly amountCents: number;
  /** 1 or more. */
  readonly pointsRequested: number;
  /** A UUID in lower case: the campaign whose redemption rule applies; null means the active default. */
  readonly campaignId: string | null;
  readonly storeRef: string | null;
  /** Greater than 0, at most 100, at most 4 decimals; null means no cap of the request's own. */
  readonly maxDiscountPercentOfBasket: number | null;
  /** ISO 4217, upper case, of amountCents; null means ZAR, which is never written, so that it is the same bytes said or not. */
  readonly currency: string | null;
}

export const redeemRequestSchema = {
  "type": "record",
  "name": "RedeemRequest",
  "namespace": "loyalty",
  "doc": "Points of a member to be turned into a discount. Until when it may be decided travels in the header loyalty_notAfter, so that a repeat is the same bytes.",
  "fields": [
    {
      "name": "transactionRef",
      "type": "string",
      "doc": "The caller's unique reference of the redemption, 1 to 255 characters; idempotency key."
    },
    {
      "name": "memberRef",
      "type": "string",
      "doc": "The caller's reference of a member who is enrolled, 1 to 255 characters."
    },
    {
      "name": "amountCents",
      "type": "long",
      "doc": "Basket total in minor units, greater than 0."
    },
    {
      "name": "pointsRequested",
      "type": "long",
      "doc": "1 or more."
    },
    {
      "name": "campaignId",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "A UUID in lower case: the campaign whose redemption rule applies; null means the active default."
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
      "name": "maxDiscountPercentOfBasket",
      "type": [
        "null",
        "double"
      ],
      "default": null,
      "doc": "Greater than 0, at most 100, at most 4 decimals; null means no cap of the request's own."
    },
    {
      "name": "currency",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "ISO 4217, upper case, of amountCents; null means ZAR, which is never written, so that it is the same bytes said or not."
    }
  ]
} as const;

/** An engine's answer to one request; the correlation id travels in the header kafka_correlationId. */
export interface Reply {
  /** Null when the request was processed, otherwise the code of schemas/errors.json that the caller gets. */
  readonly code: string | null;
  /** True when the stored answer of an earlier request with this ref is given again. */
  readonly replayed: boolean;
  /** True when the earlier request with this ref had another body. */
  readonly mismatch: boolean;
  /** The answer as JSON, byte for byte as stored; with a code, the problem's context as a JSON object. */
  readonly body: Buffer | null;
}

export const replySchema = {
  "type": "record",
  "name": "Reply",
  "namespace": "loyalty",
  "doc": "An engine's answer to one request; the correlation id travels in the header kafka_correlationId.",
  "fields": [
    {
      "name": "code",
      "type": [
        "null",
        "string"
      ],
      "default": null,
      "doc": "Null when the request was processed, otherwise the code of schemas/errors.json that the caller gets."
    },
    {
      "name": "replayed",
      "type": "boolean",
      "default": false,
      "doc": "True when the stored answer of an earlier request with this ref is given again."
    },
    {
      "name": "mismatch",
      "type": "boolean",
      "default": false,
      "doc": "True when the earlier request with this ref had another body."
    },
    {
      "name": "body",
      "type": [
        "null",
        "bytes"
      ],
      "default": null,
      "doc": "The answer as JSON, byte for byte as stored; with a code, the problem's context as a JSON object."
    }
  ]
} as const;

/** Every schema, by the name of its file. */
export const avroSchemas = {
  'burn-request': burnRequestSchema,
  'credit': creditSchema,
  'erasure': erasureSchema,
  'evaluate-request': evaluateRequestSchema,
  'fact': factSchema,
  'member-event-request': memberEventRequestSchema,
  'redeem-request': redeemRequestSchema,
  'reply': replySchema,
} as const;

/** The name of a schema, as topics.json gives it. */
export type SchemaName = keyof typeof avroSchemas;
