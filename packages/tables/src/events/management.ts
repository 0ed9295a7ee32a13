/** Definitions of events, as management and submissions use them; the feed of events. */

export {
  definitionVersionOf,
  type EventDefinitionHead,
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type WholeEventDefinition,
} from './event-definitions.ts';
export { listEvents } from './event-feed.ts';
export {
  createEventDefinition,
  type EventDefinitionChange,
  updateEventDefinition,
} from './write-event-definitions.ts';
