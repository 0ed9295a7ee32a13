/** Time zones of environments: the table that is stored with one, and its making. */

export {
  localTimeOf,
  localTimeText,
  readZoneChanges,
  type ZoneChanges,
  zoneDifferenceMs,
} from './time/local-time.ts';
export { nearestZones } from './time/nearest-zones.ts';
export { isTimeZone, isZoneName, zoneChangesOf } from './time/zone-changes.ts';
