import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasEnded, install, quit, ready, type Server, start, until } from './installed-app.ts';

/*
 * `node .ci/smoke-installer.ts FOLDER`: installs the installer of a folder as a user would, and uses the application,
 * with Node and nothing else of this project: FOLDER also has `smoke.mp4` (`npm run demo:clip`). Arguments after `--`
 * start another program.
 */
/** Everything that a fresh installation offers, and one engine each: FFmpeg, ONNX Runtime, and plain code. */
const MODULES = [
  'audioevents',
  'chapters',
  'keywords',
  'logos',
  'ocr',
  'scenes',
  'summary',
  'transcription',
  'visualelements',
];
const FINDINGS = { scenes: 3, visualelements: 2, audioevents: 1 };
/** Modules that need ONNX Runtime; unavailable on Intel Macs and on a Windows without the Visual C++ runtime. */
const ON_ONNX = ['audioevents', 'logos', 'ocr', 'visualelements'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Folder of the data folder; a volume under test. */
    'data-root': { type: 'string' },
    /** Expects the modules on ONNX Runtime to be unavailable, and the others to work. */
    'without-onnx': { type: 'boolean', default: process.platform === 'darwin' && process.arch === 'x64' },
    /** Runs on a program that shows no window, such as a double: no second launch. */
    'one-launch': { type: 'boolean', default: false },
  },
});
const [folder, ...given] = positionals;
if (!folder) throw new Error('Usage: smoke-installer.ts FOLDER [-- PROGRAM ARGUMENTS...]');
const home = mkdtempSync(join(tmpdir(), 'reelscope-smoke-'));
// Names outside of ASCII break what passes paths through a code page.
const data = join(values['data-root'] ?? home, 'Jörg 語 ü', 'library');
const trial = { folder, home, data, given };
const withoutOnnx = values['without-onnx'];

async function get<Body>({ api_url, token }: Server, path: string): Promise<Body> {
  const answer = await fetch(`${api_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

function expect(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}.`);
  console.log(`ok: ${what}`);
}

interface Video {
  job_id: string;
  status: string;
}

const { command, uninstall } = install(trial);
const [first, second] = [join(home, 'first 語.mp4'), join(home, 'second ü.mp4')];
for (const file of [first, second]) copyFileSync(join(folder, 'smoke.mp4'), file);
let child = start(trial, command, first);
try {
  let server = await ready(trial, child);
  const modules = await get<{ name: string; available: boolean }[]>(server, '/modules');
  expect('modules', modules.map(({ name }) => name).sort(), MODULES);
  const unavailable = modules.filter(({ available }) => !available).map(({ name }) => name);
  const expected = ['transcription', ...(withoutOnnx ? ON_ONNX : [])].sort();
  expect('unavailable modules', unavailable.sort(), expected);

  const ended = await until('analysis', child, async () => {
    const [video] = await get<Video[]>(server, '/videos');
    return video && ['completed', 'failed'].includes(video.status) ? video : undefined;
  });
  expect('analysis', ended.status, 'completed');
  const { segments } = await get<{ segments: { module: string }[] }>(server, `/results/job/${ended.job_id}`);
  for (const [module, least] of Object.entries(FINDINGS)) {
    const count = segments.filter((segment) => segment.module === module).length;
    const enough = withoutOnnx && ON_ONNX.includes(module) ? count === 0 : count >= least;
    expect(`findings of ${module} (${count})`, enough, true);
  }

  if (!values['one-launch']) {
    const other = start(trial, command, second);
    await once(other, 'exit');
    await until('file of the second launch', child, async () =>
      (await get<Video[]>(server, '/videos')).length === 2 ? true : undefined,
    );
    console.log('ok: a second launch hands over its file');
  }
  const before = (await get<Video[]>(server, '/videos')).length;
  await quit(trial, child, server);
  console.log('ok: quits');

  child = start(trial, command);
  server = await ready(trial, child);
  expect('videos after a restart', (await get<Video[]>(server, '/videos')).length, before);
  await quit(trial, child, server);
  uninstall();
  expect('the library is kept', existsSync(join(data, 'reelscope.db')), true);
} finally {
  if (!hasEnded(child)) child.kill('SIGKILL');
  if (!values['data-root']) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
