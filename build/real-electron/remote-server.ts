import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { isErrorCode, ReelscopeError } from '../../src/contract/errors.ts';
import type { Host } from '../../src/server/hosting/host.ts';
import type { ActivitySnapshot, JobNews } from '../../src/server/jobs/activity.ts';
import type { RunningServer, StartOptions } from '../../src/server/start.ts';
import type { ServerCall, ServerMessage } from './messages.ts';

/** Variables by which the script names Node and the program of the server. */
const { REELSCOPE_SCRIPT_NODE = '', REELSCOPE_SCRIPT_SERVER = '' } = process.env;

/** Stands in for `startServer` of src/server/start.ts: the same server, in a process of Node. */
export async function startServer(host: Host, { port }: StartOptions): Promise<Partial<RunningServer>> {
  const child = fork(REELSCOPE_SCRIPT_SERVER, [host.folders.data, String(port)], {
    execPath: REELSCOPE_SCRIPT_NODE,
    execArgv: [],
    serialization: 'advanced',
  });
  const [first] = (await once(child, 'message')) as [ServerMessage];
  if (first.kind === 'failed') throw errorOf(first);
  if (first.kind !== 'ready') throw new Error(`The server sent ${first.kind} first.`);
  return remote(child, first.url, first.snapshot);
}

function errorOf({ code, message, details, cause }: ServerMessage & { kind: 'failed' }): Error {
  const reason = cause === undefined ? undefined : Object.assign(new Error(cause), { code: cause });
  return isErrorCode(code)
    ? new ReelscopeError(code, message, { details: details as never, cause: reason })
    : new Error(message);
}

function remote(child: ChildProcess, url: string, first: ActivitySnapshot): Partial<RunningServer> {
  let snapshot = first;
  let last = 0;
  const changed = new Set<() => void>();
  const heard = new Set<(news: JobNews) => void>();
  const waiting = new Map<number, (value: unknown) => void>();
  child.on('message', (message: ServerMessage) => {
    if (message.kind === 'changed') {
      snapshot = message.snapshot;
      for (const listener of changed) listener();
    } else if (message.kind === 'news') {
      for (const listener of heard) listener(message.news);
    } else if (message.kind === 'answer') {
      waiting.get(message.id)?.(message.value);
      waiting.delete(message.id);
    }
  });
  const ask = (call: ServerCall['call'], argument = ''): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.send({ id: last, call, argument } satisfies ServerCall);
    });
  return {
    url,
    apiUrl: `${url}/api`,
    services: { about: { diagnostics: () => ask('diagnostics') } } as never,
    activity: {
      snapshot: () => snapshot,
      onChange: (listener) => subscribe(changed, listener),
      onNews: (listener) => subscribe(heard, listener),
    },
    sourceFile: (jobId) => ask('sourceFile', jobId) as Promise<string | undefined>,
    localToken: () => ask('localToken') as Promise<{ token: string; expiresMs: number }>,
    interruptJobs() {
      void ask('interruptJobs');
      return () => void ask('resumeJobs');
    },
    async close() {
      const ended = once(child, 'exit');
      void ask('close');
      await ended;
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
