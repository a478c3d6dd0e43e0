import type { ActivitySnapshot, JobNews } from '../../src/server/jobs/activity.ts';

/** Messages of a server in a process of Node to the main process. */
export type ServerMessage =
  | { kind: 'ready'; url: string; snapshot: ActivitySnapshot }
  | { kind: 'failed'; code: string; message: string; details: unknown; cause: string | undefined }
  | { kind: 'changed'; snapshot: ActivitySnapshot }
  | { kind: 'news'; news: JobNews }
  | { kind: 'answer'; id: number; value: unknown };

/** Calls of the main process. */
export interface ServerCall {
  id: number;
  call: 'localToken' | 'sourceFile' | 'diagnostics' | 'interruptJobs' | 'resumeJobs' | 'close';
  argument: string;
}
