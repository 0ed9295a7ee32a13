import type { JsonSchema, Reference } from '../http/openapi-shape.ts';

/** One kind of message. */
export interface AsyncapiMessage {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly contentType: string;
  readonly headers?: Reference;
  readonly payload: Reference;
  /** The schema of a fact's `data`. */
  readonly 'x-data'?: Reference;
  readonly examples?: readonly {
    readonly name: string;
    readonly summary?: string;
    readonly payload: unknown;
  }[];
  readonly [key: string]: unknown;
}

/** The channel of messages: a topic, or the endpoint of a webhook, whose address the document does not know. */
export interface AsyncapiChannel {
  readonly title: string;
  readonly address: string | null;
  readonly description: string;
  readonly messages: Readonly<Record<string, Reference>>;
  readonly [key: string]: unknown;
}

/** An Avro schema as it stands in the document. */
export interface AvroSchema {
  readonly schemaFormat: string;
  readonly schema: object;
}

/** The AsyncAPI document as far as the engine reads it. A schema is JSON Schema unless it names another format. */
export interface AsyncapiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: Readonly<Record<string, AsyncapiChannel>>;
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncapiMessage>>;
    readonly schemas: Readonly<Record<string, JsonSchema | AvroSchema>>;
  };
  readonly [key: string]: unknown;
}
