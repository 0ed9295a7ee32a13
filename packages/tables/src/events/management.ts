/**
 * The definitions of events, as management calls create, change and list them, and as submissions read them;
 * the feed of events.
 */

export {
  type EventDefinitionHead,
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type WholeEventDefinition,
} from './event-definitions.ts';
export { type EventQuery, listEvents } from './event-feed.ts';
export {
  createEventDefinition,
  type EventDefinitionChange,
  updateEventDefinition,
} from './write-event-definitions.ts';
