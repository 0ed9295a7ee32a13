/** A program that has an image. */
export interface Program {
  readonly name: string;
  readonly workspace: string;
  readonly main: string;
  /** Run by a person, as loyaltyctl is; false: a service. */
  readonly isCommand: boolean;
}

export declare const programsIn: (root: string) => readonly Program[];
