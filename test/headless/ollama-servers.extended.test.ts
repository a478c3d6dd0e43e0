import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { ollamaDouble } from '../fixtures/ollama.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

const SHOTS = 8;
const SEES = [{ name: 'moondream', capabilities: ['completion', 'vision'] }];

/** A video of shots of one second that differ clearly. */
async function clip(path: string): Promise<string> {
  const colors = [40, 200, 90, 250, 10, 160, 120, 220] as const;
  const shot = (index: number) =>
    index % 2 === 0 ? texture(160, 90, index + 1) : solid(160, 90, [colors[index]!, 255 - colors[index]!, 60]);
  const pictures = Array.from({ length: SHOTS * 10 }, (_, i) => shot(Math.floor(i / 10)));
  await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
  return path;
}

it('a job loses nothing when one of two Ollama servers dies during it', { timeout: 240_000 }, async () => {
  const folder = await tempFolder();
  const [dying, other] = [await ollamaDouble({ models: SEES }), await ollamaDouble({ models: SEES })];
  let captions = 0;
  const answer = () => ({ caption: `Caption ${++captions}.` });
  other.answer = answer;
  dying.answer = () => {
    // With this answer and all connections, as a process that is killed.
    if (dying.requests.length === 2) void dying.close();
    return answer();
  };
  const data = join(folder, 'data');
  const set = await runCommand('models', 'ollama', dying.url, other.url, '--data-dir', data);
  expect(set.stdout).toBe(
    `● ${dying.url}\t0.12.6: moondream\n● ${other.url}\t0.12.6: moondream\nSummaries and answers: moondream (automatic)\nImage descriptions: moondream (automatic)\n`,
  );

  const { code, stdout, stderr } = await runCommand(
    'analyze',
    await clip(join(folder, 'shots.mp4')),
    '--modules',
    'scenes',
    '--data-dir',
    data,
  );
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain('arning');
  const shots = JSON.parse(stdout).scenes as { content: string; engine: string }[];
  expect(shots).toHaveLength(SHOTS);
  for (const { content, engine } of shots) {
    expect(content).toContain('Caption');
    expect(engine).toContain('ollama:moondream');
  }
  expect(dying.requests).toHaveLength(2);
  expect(other.requests).toHaveLength(SHOTS - 1);

  const { stdout: after } = await runCommand('models', 'ollama', '--data-dir', data);
  expect(after.split('\n')[0]).toMatch(new RegExp(`^○ ${dying.url}\\t.+`));
});

it('REELSCOPE_OLLAMA_URLS replaces the servers of the settings', { timeout: 120_000 }, async () => {
  const folder = await tempFolder();
  const double = await ollamaDouble({ models: SEES });
  const env = { ...process.env, REELSCOPE_OLLAMA_URLS: `${double.url}, http://user:secret@127.0.0.1:1/` };
  const { ready } = await startServe(join(folder, 'data'), { env });
  const client = createClient({ apiUrl: ready.api_url }, `Bearer ${ready.token}`);
  const { body } = await client.get('/models/ollama');
  expect(body).toMatchObject({ url: double.url, reachable: true, version: '0.12.6', reason: null });
  expect(body.servers).toMatchObject([
    { url: double.url, reachable: true, models: ['moondream'] },
    { url: 'http://127.0.0.1:1', reachable: false, version: null, reason: expect.any(String), models: [] },
  ]);
});
