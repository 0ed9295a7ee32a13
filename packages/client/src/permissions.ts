/** The permission of each operation, apart from the calls: who only calls loads none of it. */

export { permissions, type Permission } from './generated/permissions.ts';
