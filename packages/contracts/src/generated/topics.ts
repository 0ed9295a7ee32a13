// Derived from schemas/topics.json by `npm run derive`. Do not edit.

/** The names of the topics. */
export const topics = {
  "evaluate": "loyalty.evaluate",
  "memberEvents": "loyalty.member-events",
  "credits": "loyalty.credits",
  "receipts": "loyalty.receipts",
  "replies": "loyalty.replies",
  "facts": "loyalty.facts",
  "deadLetters": "loyalty.dead-letters",
  "redeem": "loyalty.redeem",
  "erasures": "loyalty.erasures",
  "factsBulk": "loyalty.facts-bulk",
  "clocks": "loyalty.clocks",
  "burnRequests": "loyalty.burn-requests",
  "burnRequestsBulk": "loyalty.burn-requests-bulk"
} as const;

export const topicEntries = [
  {
    "name": "loyalty.evaluate",
    "doc": "Interactive evaluate requests.",
    "key": "member key",
    "schema": "evaluate-request",
    "lane": "interactive",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.member-events",
    "doc": "Custom and lifecycle events of members.",
    "key": "member key",
    "schema": "member-event-request",
    "lane": "interactive",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.credits",
    "doc": "Points that an event of one member earns for another, the referrer.",
    "key": "member key",
    "schema": "credit",
    "lane": "interactive",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000"
    }
  },
  {
    "name": "loyalty.receipts",
    "doc": "Receipts that are streamed in bulk.",
    "key": "member key",
    "schema": "evaluate-request",
    "lane": "bulk",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.replies",
    "doc": "Replies to the ingress process that waits for them; each ingress process reads its own partition.",
    "key": null,
    "schema": "reply",
    "lane": null,
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "compression.type": "uncompressed",
      "min.insync.replicas": "1",
      "max.message.bytes": "2097152",
      "retention.ms": "600000",
      "segment.ms": "600000"
    }
  },
  {
    "name": "loyalty.facts",
    "doc": "Everything that happened, for the services that follow facts.",
    "key": "member key, or the entity's id",
    "schema": "fact",
    "lane": null,
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000"
    }
  },
  {
    "name": "loyalty.dead-letters",
    "doc": "Messages that could not be processed: the original bytes, with headers that say where they came from, why they failed and how often.",
    "key": "as the original",
    "schema": null,
    "lane": null,
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "2419200000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.redeem",
    "doc": "Redeem requests from tills.",
    "key": "member key",
    "schema": "redeem-request",
    "lane": "interactive",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.erasures",
    "doc": "Members who were erased. They are kept for ever, so that these members are erased again after a restore.",
    "key": "member key",
    "schema": "erasure",
    "lane": null,
    "partitions": 12,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "cleanup.policy": "compact"
    }
  },
  {
    "name": "loyalty.facts-bulk",
    "doc": "Facts of streamed receipts, bulk calls and jobs, which are read after those of tills.",
    "key": "member key, or the entity's id",
    "schema": "fact",
    "lane": "bulk",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000"
    }
  },
  {
    "name": "loyalty.clocks",
    "doc": "Empty messages that are never read: the response to each one tells the time of its broker.",
    "key": null,
    "schema": null,
    "lane": null,
    "partitions": 12,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "1",
      "max.message.bytes": "2097152",
      "retention.ms": "600000",
      "segment.ms": "600000"
    }
  },
  {
    "name": "loyalty.burn-requests",
    "doc": "Requests other than redeems that burn-engine decides, such as returns of receipts.",
    "key": "member key",
    "schema": "burn-request",
    "lane": "interactive",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  },
  {
    "name": "loyalty.burn-requests-bulk",
    "doc": "Burn requests that no till waits for: bulk returns, and authorizations that lapse. They are read after redeems.",
    "key": "member key",
    "schema": "burn-request",
    "lane": "bulk",
    "partitions": 48,
    "partitionsLocal": 12,
    "config": {
      "message.timestamp.type": "LogAppendTime",
      "compression.type": "uncompressed",
      "min.insync.replicas": "2",
      "max.message.bytes": "2097152",
      "retention.ms": "604800000",
      "segment.ms": "86400000"
    }
  }
] as const;

/** The processes that touch a topic, by their names. */
export interface TopicAccess {
  readonly name: TopicName;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** The services that only ask how far the topic has advanced. */
  readonly surveyors: readonly string[];
  /** Any service publishes messages for an owner that is dead. */
  readonly isPublishedByAny: boolean;
  /** Any service that consumes streams reads it again while it opens an epoch. */
  readonly isRereadByAny: boolean;
  /** Tenants have topics of their own, whose names begin with this one and a dot. */
  readonly hasStreams: boolean;
}

export const topicAccess: readonly TopicAccess[] = [
  {
    "name": "loyalty.evaluate",
    "writers": [
      "ingress"
    ],
    "readers": [
      "earn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.member-events",
    "writers": [
      "ingress"
    ],
    "readers": [
      "earn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.credits",
    "writers": [
      "earn-engine"
    ],
    "readers": [
      "earn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": true,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.receipts",
    "writers": [
      "ingress",
      "loyaltyctl"
    ],
    "readers": [
      "earn-engine"
    ],
    "surveyors": [
      "tier-service"
    ],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": true
  },
  {
    "name": "loyalty.replies",
    "writers": [
      "earn-engine",
      "burn-engine"
    ],
    "readers": [
      "ingress"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.facts",
    "writers": [
      "ingress",
      "earn-engine",
      "burn-engine",
      "tier-service",
      "fulfilment",
      "loyaltyctl"
    ],
    "readers": [
      "tier-service",
      "segment-service",
      "fulfilment",
      "webhook-dispatcher"
    ],
    "surveyors": [],
    "isPublishedByAny": true,
    "isRereadByAny": true,
    "hasStreams": false
  },
  {
    "name": "loyalty.dead-letters",
    "writers": [
      "earn-engine",
      "burn-engine",
      "tier-service",
      "segment-service",
      "fulfilment",
      "webhook-dispatcher"
    ],
    "readers": [
      "loyaltyctl"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.redeem",
    "writers": [
      "ingress"
    ],
    "readers": [
      "burn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.erasures",
    "writers": [
      "ingress",
      "loyaltyctl"
    ],
    "readers": [
      "loyaltyctl"
    ],
    "surveyors": [],
    "isPublishedByAny": true,
    "isRereadByAny": true,
    "hasStreams": false
  },
  {
    "name": "loyalty.facts-bulk",
    "writers": [
      "earn-engine",
      "burn-engine",
      "tier-service",
      "fulfilment",
      "loyaltyctl"
    ],
    "readers": [
      "tier-service",
      "segment-service",
      "fulfilment",
      "webhook-dispatcher"
    ],
    "surveyors": [],
    "isPublishedByAny": true,
    "isRereadByAny": true,
    "hasStreams": false
  },
  {
    "name": "loyalty.clocks",
    "writers": [
      "earn-engine",
      "burn-engine",
      "tier-service",
      "segment-service",
      "fulfilment",
      "webhook-dispatcher",
      "loyaltyctl"
    ],
    "readers": [],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.burn-requests",
    "writers": [
      "ingress"
    ],
    "readers": [
      "burn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": false,
    "isRereadByAny": false,
    "hasStreams": false
  },
  {
    "name": "loyalty.burn-requests-bulk",
    "writers": [
      "ingress",
      "tier-service"
    ],
    "readers": [
      "burn-engine"
    ],
    "surveyors": [],
    "isPublishedByAny": true,
    "isRereadByAny": false,
    "hasStreams": false
  }
];

/** The name of a topic. */
export type TopicName = (typeof topicEntries)[number]['name'];
