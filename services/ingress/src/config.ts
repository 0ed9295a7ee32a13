import type { DefaultLimits } from './access/authenticate.ts';
import type { TokenSettings } from './access/access.ts';

/** Settings of the ingress. */
export interface IngressConfig {
  readonly kafkaBrokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  readonly databasePoolMax: number;
  readonly redisUrl: string;
  readonly httpPort: number;
  /** Where callers reach the interface; a path alone where that is not known. */
  readonly baseUrl: string;
  readonly engines: { readonly deadlineMs: number; readonly pendingMax: number };
  readonly access: {
    readonly tokens: TokenSettings;
    readonly limits: DefaultLimits;
    readonly seedKeys: readonly string[];
  };
  /** Evaluates a minute of one credential; null for no limit beyond its own (D5). */
  readonly evaluatePerMinute: number | null;
}
