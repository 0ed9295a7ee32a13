// Derived from schemas/avro by `npm run derive`. Do not edit.

export interface ReceiptLine {
  readonly sku: string;
  /** Greater than 0, at most 100,000, at most 3 decimals. */
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly categories: readonly string[];
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
