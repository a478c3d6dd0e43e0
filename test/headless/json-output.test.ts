import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { runCommand } from '../fixtures/command.ts';
import { sample, WHOLE } from '../fixtures/extended.ts';
import { fakeMedia, startTestServer, type TestServer } from '../fixtures/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  const { body: moment } = await client.post('/moments', { job_id: jobId, start_time: 1, title: 'M' });
  await client.post('/stories', { title: 'S', items: [{ kind: 'moment', moment_id: moment.id }] });
  await client.post('/projects', { name: 'P' });
  await client.post('/saved-searches', { name: 'Q', query: 'bridge' });
  await client.post('/shared-reports', { video_id: jobId });
  await client.post('/webhooks', { url: 'http://127.0.0.1:9/' });
  await writeFile(join(server.dataFolder, 'text.html'), '<p>No report');
});
afterAll(() => server.close());

/**
 * Command lines for each command and action, `@` being the test's folder. Those that delete come last, and those that
 * can't succeed here fail as JSON.
 */
const LINES = `
serve --port 0
analyze @/missing.mp4
analyze @/a.mp4 @/b.mp4
list
show a.mp4
results a.mp4
results a.mp4 --out @/r.json
coverage a.mp4
look-closer a.mp4 --from 0 --to 1
search bridge
search zebra --mode keyword
search --image @/missing.jpg
saved-searches
saved-searches list
saved-searches add N bridge
saved-searches new Q
ask What is shown? --video a.mp4
export a.mp4 --format csv --out @/e.csv
export a.mp4 --format csv --out -
export a.mp4 --format otio --out -
export a.mp4 --format srt --out @/e.srt
clips a.mp4 0-1 --out @/c.mp4
sync a.mp4 a.mp4
share
share list a.mp4
share create a.mp4
share comments a.mp4
start a.mp4 --modules scenes
cancel a.mp4
reprocess a.mp4 --wait
queue
queue list
queue pause
queue resume
queue set --jobs 1
queue move a.mp4 1
queue priority a.mp4 high
projects
projects list
projects create P2
projects rename P2 P3
projects add P a.mp4
projects drop P a.mp4
moments
moments list
moments add a.mp4 1
stories
stories list
stories show S
stories export S --format csv --out @/s.csv
stories share S
events --video a.mp4
keys
keys list
keys create K
webhooks
webhooks list
webhooks add http://127.0.0.1:9/
webhooks test 1
webhooks deliveries 1
webhooks pause 1
webhooks resume 1
webhooks rotate 1
models
models list
models install nothing
models import @/missing
models use nothing
models frames
models offline on
models offline off
models mirror default
models ollama none
usage
watch-folders
watch-folders list
watch-folders add @/stills --new-only
watch-folders retry @/stills
bonus 10
backup @/backup.db
restore @/missing
repair --data-dir @/missing
relink @/missing
bundles import @/missing
bundles export a.mp4 --out @/b.reelscope
bundles show @/missing
bundles verify @/missing
check-text @/text.html
verify @/text.html
verify @/missing.html
doctor
completion bash
completion zsh
completion fish
man
trash
trash list
watch-folders delete @/stills
webhooks delete 1
models delete nothing
keys delete 1
moments delete 1
saved-searches delete Q
share delete 1
projects delete P --yes
delete a.mp4
trash restore a.mp4
trash empty
--version
--help
help list
list --help
dance
list --dance
projects dance
`
  .trim()
  .split('\n');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('--json', () => {
  test.each(sample(LINES, 45))('reelscope %s', WHOLE, async (line) => {
    const words = line.split(' ').map((word) => word.replace('@', server.dataFolder));
    const data = words.includes('--data-dir') ? [] : ['--data-dir', server.dataFolder];
    const given = ['--version', '--help', 'help', 'dance'].includes(words[0]!) ? [] : data;
    const { code, stdout, stderr } = await runCommand(...words, ...given, '--json', '--quiet');
    if (stdout !== '') expect(isJson(stdout) || stdout.trim().split('\n').every(isJson), stdout).toBe(true);
    // A failure has its reason in the output, as a batch has, or as an error.
    if (stdout !== '') return;
    expect(code).not.toBe(0);
    const { error } = JSON.parse(stderr);
    expect(error).toEqual({ code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/\.$/) });
    expect(error.message).not.toMatch(/\bE[A-Z]{4,}\b/);
  });

  test('every command and action is tried', async () => {
    const { stdout } = await runCommand('completion', 'fish');
    const tried = new Set(LINES.flatMap((line) => [line.split(' ')[0]!, line.split(' ').slice(0, 2).join(' ')]));
    const commands = [...stdout.matchAll(/__fish_use_subcommand -f -a (\S+)/g)].map(([, name]) => name!);
    const actions = [...stdout.matchAll(/__fish_seen_subcommand_from (\S+)' -a (\S+)$/gm)].map(
      ([, name, action]) => `${name} ${action}`,
    );
    // Its output is the protocol, which is JSON.
    expect([...commands, ...actions].filter((name) => !tried.has(name))).toEqual(['mcp']);
  });
});
