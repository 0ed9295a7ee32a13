import { builtDocument } from '../built-document.ts';
import type { JsonSchema, Reference } from '../http/openapi-document.ts';

/** The contract of all that travels beside HTTP, as `/asyncapi.json` serves it. */
export const asyncapiDocument = builtDocument('asyncapi') as AsyncapiDocument;

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

/** A topic, or the endpoint of a webhook, whose address the document does not know. */
export interface AsyncapiChannel {
  readonly title: string;
  readonly address: string | null;
  readonly description: string;
  readonly messages: Readonly<Record<string, Reference>>;
  readonly [key: string]: unknown;
}

export interface AvroSchema {
  readonly schemaFormat: string;
  readonly schema: object;
}

/** The document as far as the engine reads it. A schema is JSON Schema unless it names another format. */
export interface AsyncapiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: Readonly<Record<string, AsyncapiChannel>>;
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncapiMessage>>;
    readonly schemas: Readonly<Record<string, JsonSchema | AvroSchema>>;
  };
  readonly [key: string]: unknown;
}
