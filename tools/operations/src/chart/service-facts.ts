/** A setting of a service, as its `config.ts` declares it. */
export interface SettingFacts {
  readonly variable: string;
  readonly help: string;
  /** The default as `--help` prints it; null where the setting is required. */
  readonly defaultText: string | null;
}

/** Facts of one service that the chart needs, read from its code by `npm run derive`. */
export interface ServiceFacts {
  readonly service: string;
  readonly settings: readonly SettingFacts[];
  /** Connections to Postgres that a process of it may have. */
  readonly connectionsMax: number;
}

/** A rule of `loyaltyctl access show`: operations that a process may do on a topic, a group or the cluster. */
export interface AccessFacts {
  readonly process: string;
  readonly resource: 'TOPIC' | 'GROUP' | 'CLUSTER';
  readonly name: string;
  readonly pattern: 'LITERAL' | 'PREFIXED';
  readonly operations: readonly string[];
}

/** Everything that the chart's files follow from. */
export interface ChartFacts {
  readonly services: readonly ServiceFacts[];
  readonly access: readonly AccessFacts[];
}
