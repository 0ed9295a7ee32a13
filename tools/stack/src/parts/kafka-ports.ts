/** The ports of one broker: for clients, and of the controller, which is the first broker. */
export interface KafkaPorts {
  readonly broker: number;
  readonly controller: number;
}
