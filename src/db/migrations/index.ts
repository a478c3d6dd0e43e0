import { start } from './001-start.ts';
import type { Migration } from './migration.ts';

/** The whole history, in order. */
export const MIGRATIONS: readonly Migration[] = [start];
