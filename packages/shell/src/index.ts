export * from './common-settings.ts';
export * from './config.ts';
export * from './run-service.ts';
export * from './setting-kinds.ts';
export * from './settings.ts';
