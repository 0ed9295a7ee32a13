/** A program that has an image. */
export interface Program {
  readonly name: string;
  readonly workspace: string;
  readonly main: string;
  /** Run by a person, as loyaltyctl is; false: a service. */
  readonly isCommand: boolean;
}

/** The stage of the recipe that is its image. */
export declare const targetOf: (program: Program) => 'service' | 'loyaltyctl' | 'console';

export declare const programsIn: (root: string) => readonly Program[];
