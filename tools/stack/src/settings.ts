/** The settings of a stack. */
export interface StackSettings {
  /** The checkout. */
  readonly root: string;
  readonly javaHome: string;
  /** The folder of data, logs and local.json; relative to `root` unless absolute. */
  readonly home: string;
  /** Delete the data first. */
  readonly fresh: boolean;
  /** Start no services and deploy nothing. */
  readonly infraOnly: boolean;
  readonly ports: StackPorts;
  /** False: the data end with the run, and need not survive a crash of the machine. Default: true. */
  readonly isLasting?: boolean;
  /** Name servers by which services resolve tenants' host names. Default: DNS_SERVERS, or those of the system. */
  readonly dnsServers?: string;
}

/** The ports that can be chosen, 0 for any. `admin` is the first of as many as there are services. */
export interface StackPorts {
  readonly http: number;
  readonly admin: number;
  readonly kafka: number;
  readonly registry: number;
  readonly postgres: number;
  readonly redis: number;
}
