import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * What systems do differently, tried with a running application over its API: names, open files, read-only sources, the
 * end of a session. With Node and nothing else of this project (.ci/extras.ts);
 * test/check/extra-checks.extended.test.ts runs them on Linux.
 */
const TIMEOUT_MS = 240_000;

/** A running application, from `server.json` in its data folder. */
export interface Running {
  api_url: string;
  token: string;
  /** Data folder. */
  data: string;
}

interface Job {
  status: string;
  attempts?: number;
  error?: unknown;
}

/** Sends a request. @throws Error with the status and the text of a refusal */
export async function call<Body>(
  { api_url, token }: Running,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${api_url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Repeats until a value is there. @throws Error naming `what` after four minutes */
export async function until<Value>(
  what: string,
  poll: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const started = performance.now();
  for (;;) {
    const value = await poll();
    if (value !== undefined) return value;
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`Timed out waiting for: ${what}.`);
    await delay(50);
  }
}

function expect(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}.`);
  console.log(`ok: ${what}`);
}

/** Copies a file into the library, and registers it. @returns job id and place of the copy */
async function importFile(app: Running, path: string, name: string): Promise<{ jobId: string; stored: string }> {
  const { file_path: stored } = await call<{ file_path: string }>(app, 'POST', '/storage/import', {
    path,
    mode: 'copy',
  });
  const body = { file_path: stored, file_name: name };
  const { job_id: jobId } = await call<{ job_id: string }>(app, 'POST', '/processing/register-upload', body);
  return { jobId, stored };
}

const fileOf = (app: Running, stored: string) => join(app.data, 'storage', stored);

/** A decomposed name, as macOS may return it, a name in other case, and long ones stay apart and can be read. */
export async function checkNames(app: Running, clip: string, folder: string): Promise<void> {
  const names = ['Zu\u0308rich 語.mp4', 'AUX.mp4', `${'long '.repeat(30)}.mp4`];
  const stored: string[] = [];
  for (const [index, name] of names.entries()) {
    // Windows can't create a file with the name of a device; elsewhere such files exist.
    const path = join(folder, process.platform === 'win32' && name === 'AUX.mp4' ? 'aux_.mp4' : name);
    if (index === 0 || !existsSync(path)) copyFileSync(clip, path);
    const imported = await importFile(app, path, name);
    stored.push(imported.stored);
    expect(`${name.slice(0, 20)} is stored`, existsSync(fileOf(app, imported.stored)), true);
  }
  const folded = stored.map((path) => path.normalize('NFC').toLowerCase());
  expect(
    'names are composed, and differ without case',
    [stored.every((path) => path === path.normalize('NFC')), new Set(folded).size],
    [true, names.length],
  );
  const reserved = stored.filter((path) => /(^|[\\/])aux\./i.test(path));
  expect('no name is reserved by Windows', reserved, []);
}

/** A video whose clips are being written is deleted whole. */
export async function checkDeletionWhileOpen(app: Running, clip: string): Promise<void> {
  const { jobId, stored } = await importFile(app, clip, 'deleted.mp4');
  const clips = Array.from({ length: 60 }, () => ({ job_id: jobId, start_time: 0, end_time: 11 }));
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' };
  const written = fetch(`${app.api_url}/clips`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ clips }),
    signal: stopped.signal,
  }).then(
    async (answer) => (await answer.arrayBuffer()).byteLength,
    () => 0,
  );
  const folder = join(app.data, 'clips');
  await until('a clip', () => (existsSync(folder) && readdirSync(folder).length > 0 ? true : undefined));
  await call(app, 'DELETE', '/storage/files', { file_path: stored });
  await call(app, 'DELETE', `/videos/${jobId}`);
  expect('a video whose clips are being written is deleted', existsSync(fileOf(app, stored)), false);
  stopped.abort();
  await written.catch(() => 0);
  await until('an empty folder of clips', () => (readdirSync(folder).length === 0 ? true : undefined));
  expect('nothing of its clips is left', readdirSync(folder), []);
}

/** A source on a volume that can't be written is copied, and stays as it was. */
export async function checkReadOnlySource(app: Running, path: string): Promise<void> {
  const { stored } = await importFile(app, path, 'read-only.mp4');
  expect('a read-only source is copied', existsSync(fileOf(app, stored)), true);
  await call(app, 'DELETE', '/storage/files', { file_path: stored });
  expect(
    'the copy can be deleted, its source stays',
    [existsSync(fileOf(app, stored)), existsSync(path)],
    [false, true],
  );
}

/**
 * A job is queued again when the session ends in its middle, and completes after the restart.
 * @param end announces the end of the session to the application, and ends it hard
 * @param restart starts it again
 */
export async function checkSessionEnd(
  app: Running,
  clip: string,
  end: (isInterrupted: () => Promise<boolean>) => Promise<void>,
  restart: () => Promise<Running>,
  modules: readonly string[] = ['scenes', 'audioevents', 'visualelements', 'ocr', 'logos'],
): Promise<void> {
  const { jobId } = await importFile(app, clip, 'session.mp4');
  const job = (now: Running) => call<Job>(now, 'GET', `/processing/${jobId}/status`);
  const available = (await call<{ name: string; available: boolean }[]>(app, 'GET', '/modules')).filter(
    ({ name, available: is }) => is && modules.includes(name),
  );
  await call(app, 'POST', `/videos/${jobId}/process`, { modules: available.map(({ name }) => name) });
  await until('the start of the analysis', async () => ((await job(app)).status === 'processing' ? true : undefined));
  await end(async () => (await job(app)).status !== 'processing');
  const again = await restart();
  const ended = await until('the analysis after the restart', async () => {
    const now = await job(again);
    return ['completed', 'failed'].includes(now.status) ? now : undefined;
  });
  expect('a job that the end of a session interrupted completes', ended.status, 'completed');
}
