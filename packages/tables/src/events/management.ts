/** The definitions of events, as management calls create, change and list them, and as submissions read them. */

export {
  type EventDefinitionHead,
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type WholeEventDefinition,
} from './event-definitions.ts';
export {
  createEventDefinition,
  type EventDefinitionChange,
  updateEventDefinition,
} from './write-event-definitions.ts';
