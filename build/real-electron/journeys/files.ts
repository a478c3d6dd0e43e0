import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PACKAGE from '../../../package.json' with { type: 'json' };
import { writeMedia } from '../../../test/fixtures/media.ts';
import { texture } from '../../../test/fixtures/pictures.ts';
import { expect, type Lab } from '../lab.ts';
import { giveAway, until } from '../machine.ts';

interface Videos {
  job_id: string;
  file_name: string;
  status: string;
}

/** Writes a short video. @returns its path */
async function clip(lab: Lab, name: string, frames = 20, seed = 1): Promise<string> {
  const path = join(lab.machine.folder, name);
  const pictures = Array.from({ length: frames }, (_, index) => texture(160, 90, index < frames / 2 ? seed : seed + 1));
  await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
  giveAway(path);
  return path;
}

/** Drags a file from another window into that of the application, as from a file manager. */
async function drop(lab: Lab, path: string): Promise<void> {
  // The distribution’s Python has its GTK.
  lab.start('/usr/bin/python3', join(import.meta.dirname, '../drag-source.py'), path);
  await until('the window to drag from', () => lab.tool('xdotool', 'search', '--onlyvisible', '--name', 'drag-source'));
  const [window] = lab.shownWindows();
  expect(window, 'no window to drop into');
  const from = { x: 100, y: 120 };
  const to = { x: window.x + Math.round(window.width / 2), y: window.y + Math.round(window.height / 2) };
  const move = (x: number, y: number) => lab.tool('xdotool', 'mousemove', '--sync', String(x), String(y));
  move(from.x, from.y);
  lab.tool('xdotool', 'mousedown', '1');
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    const part = step / DRAG_STEPS;
    move(Math.round(from.x + part * (to.x - from.x)), Math.round(from.y + part * (to.y - from.y)));
    // The answer of the window to each move decides whether it takes the drop.
    await delay(100);
  }
  lab.picture('drag');
  lab.tool('xdotool', 'mouseup', '1');
}

const DRAG_STEPS = 12;
const ON_VIDEO = /\/videos\/[0-9a-f-]{36}/;

/** Ways by which files and links come in, and leave. */
export const FILES: Record<string, (lab: Lab) => Promise<void>> = {
  async 'drop of a file'(lab) {
    const path = await clip(lab, 'dropped ü 語.mp4');
    // A locale without the letters of the name, for which Chromium then has none.
    const app = await lab.open('drop', [], { env: { LANG: 'C' } });
    await app.page.locator('nav a[href="/library"]').click();
    await app.onPage(/\/library/);
    const imported = app.page.waitForRequest(/\/storage\/import$/);
    await drop(lab, path);
    expect((await imported).postData()?.includes(path), 'it was uploaded instead of imported by its path');
    const [video] = await until('the video', async () => {
      const videos = await lab.api<Videos[]>('drop', '/videos');
      return videos.length > 0 ? videos : null;
    });
    lab.picture('drop');
    expect(JSON.stringify(video).includes('dropped ü 語'), `the video is ${JSON.stringify(video)}`);
  },

  async 'file of a second instance'(lab) {
    const path = await clip(lab, 'second launch.mp4');
    const app = await lab.open('second');
    expect((await lab.second('second', path)) === 0, 'the second instance failed');
    await app.onPage(ON_VIDEO);
  },

  async 'deep link'(lab) {
    const app = await lab.open('link');
    const id = '0193a5c2-7f00-7000-8000-000000000000';
    await lab.second('link', 'reelscope://import?path=/etc/passwd');
    await lab.second('link', `reelscope://video/${id}?t=12.5`);
    await app.onPage(new RegExp(`/videos/${id}\\?t=12\\.5$`));
    const name = await app.electron.evaluate(() => process.env['CHROME_DESKTOP']);
    expect(name === PACKAGE.desktopName, `its desktop file is taken to be ${name}`);
  },

  async 'print to PDF'(lab) {
    const app = await lab.open('print');
    const html =
      '<!doctype html><title>Harbor</title><p>One</p><p style="break-before:page">Two</p><script>document.body.textContent="run"</script>';
    const text = await app.page.evaluate(async (report) => {
      const { reelscope } = globalThis as never as { reelscope: { printPdf(html: string): Promise<Uint8Array> } };
      return new TextDecoder('latin1').decode(await reelscope.printPdf(report));
    }, html);
    expect(text.startsWith('%PDF-'), 'no PDF');
    const pages = text.match(/\/Type\s*\/Page\b/g)?.length;
    expect(pages === 2, `${pages} pages instead of 2`);
    const windows = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    expect(windows === 1, 'the hidden window is left');
  },

  async 'quit in mid-upload'(lab) {
    const app = await lab.open('upload');
    const { api_url, token } = lab.lockFile('upload');
    const answer = await fetch(`${api_url}/storage/upload-url`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ file_name: 'half.mp4', content_type: 'video/mp4' }),
    });
    const { upload_url } = (await answer.json()) as { upload_url: string };
    const sending = request(upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-length': 1e8 },
    });
    sending.on('error', () => {});
    sending.write(Buffer.alloc(1e6));
    await once(sending, 'drain').catch(() => {});
    const processes = app.processes();
    expect((await app.quit()) === 0, 'it did not quit');
    sending.destroy();
    await until('the end of its processes', () => processes.every((pid) => !isAlive(pid)));
    const again = await lab.open('upload');
    const summary = await lab.api<Videos[]>('upload', '/videos');
    expect(summary.length === 0, 'the half of the file became a video');
    expect((await again.quit()) === 0, 'it did not quit again');
  },

  async 'quit during an analysis'(lab) {
    const paths = [];
    for (let seed = 1; seed <= 4; seed += 1) paths.push(await clip(lab, `${seed}.mp4`, 600, seed * 10));
    const app = await lab.open('analysis', paths);
    await app.onPage(ON_VIDEO);
    await until('a running job', async () =>
      (await lab.api<Videos[]>('analysis', '/videos')).some(({ status }) => status === 'processing'),
    );
    await app.answer(1);
    await app.electron.evaluate(({ app: own }) => void setTimeout(() => own.quit(), 0));
    await until('the question', async () => (await app.asked()).some(({ buttons }) => buttons.length === 2));
    await app.answer(0);
    expect((await app.quit()) === 0, 'it did not quit');
  },
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
