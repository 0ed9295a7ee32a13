/** What a stack is started with. */
export interface StackSettings {
  /** The checkout. */
  readonly root: string;
  readonly javaHome: string;
  /** Where data, logs and local.json live; relative to `root` unless absolute. */
  readonly home: string;
  /** Drop the data first. */
  readonly fresh: boolean;
  /** Start no services and deploy nothing. */
  readonly infraOnly: boolean;
  readonly ports: StackPorts;
  /** False: its data end with the run, and need not outlast the machine. Default: true. */
  readonly isLasting?: boolean;
  /** Name servers that services ask for names of strangers. Default: those of the system. */
  readonly dnsServers?: string;
}

/** The ports that a person may want to choose, 0 for any; `admin` is the first of as many as there are services. */
export interface StackPorts {
  readonly http: number;
  readonly admin: number;
  readonly kafka: number;
  readonly registry: number;
  readonly postgres: number;
  readonly redis: number;
}
