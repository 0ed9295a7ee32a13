/** The permission that each operation requires. It is a separate entry point, so that clients that only make calls do not load it. */

export { permissions, type Permission } from './generated/permissions.ts';
