import { Fault } from '@loyalty/kernel';

/** The command line asks for something that does not exist; the process ends with exit code 2. */
export class UsageFault extends Fault {
  constructor(sentence: string) {
    super('USAGE', sentence);
    this.name = 'UsageFault';
  }
}
