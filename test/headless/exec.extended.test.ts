import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { splitCommand } from '../../src/headless/exec.ts';
import { createClient } from '../fixtures/client.ts';
import { interrupt, runCommand, startCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { plainWav } from '../fixtures/wav.ts';

/** Appends standard input as a line to a file. */
const APPEND = `
import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(process.argv[2], readFileSync(0, 'utf8'));
process.exitCode = Number(process.argv[3] ?? 0);
`;

/** Appends standard input as a line to a file, once another file is there. */
const WAIT = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const input = readFileSync(0, 'utf8');
while (!existsSync(process.argv[3])) await new Promise((resolve) => setTimeout(resolve, 50));
appendFileSync(process.argv[2], input);
`;

/** Writes standard input and the variables to a file, and ends with the exit code that is given. */
const SCRIPT = `
import { readFileSync, writeFileSync } from 'node:fs';
const [, , file, code] = process.argv;
const { REELSCOPE_EVENT: event, REELSCOPE_JOB_ID: job, REELSCOPE_VIDEO_NAME: name, REELSCOPE_STATUS: status } = process.env;
writeFileSync(file, JSON.stringify({ input: JSON.parse(readFileSync(0, 'utf8')), event, job, name, status }));
console.log('printed by the program');
process.exitCode = Number(code);
`;

describe('splitCommand', () => {
  test.each([
    ['notify', ['notify']],
    ['  python3  notify.py --all ', ['python3', 'notify.py', '--all']],
    ['"My program" \'a b\' --to="x y"', ['My program', 'a b', '--to=x y']],
    ['a "" b', ['a', '', 'b']],
    ['echo $HOME; rm x', ['echo', '$HOME;', 'rm', 'x']],
    ['', []],
  ])('%j', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test('refuses a quote without an end', () => {
    expect(splitCommand('say "hello')).toBeUndefined();
  });
});

describe('analyze --exec', () => {
  it('runs a program at the end, whose failure changes nothing', { timeout: 180_000 }, async () => {
    const folder = await tempFolder();
    const [media, script, out] = [join(folder, 'tone.wav'), join(folder, 'notify.mjs'), join(folder, 'out put.json')];
    await writeFile(media, plainWav(new Float32Array(16_000).fill(0.1), 8000, 1, 's16'));
    await writeFile(script, SCRIPT);
    const exec = `"${process.execPath}" "${script}" "${out}" 7`;
    const library = ['--data-dir', join(folder, 'data'), '--modules', 'audioevents'];
    // Programs print on the standard error of the process.
    const { code, stdout, stderr } = await startCommand('analyze', media, '--exec', exec, ...library).result;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).status).toBe('completed');
    expect(stderr).toContain('printed by the program');
    expect(stderr).toContain(': exit code 7');
    const { default: told } = await import(out, { with: { type: 'json' } });
    expect(told).toMatchObject({
      event: 'job.completed',
      name: 'tone.wav',
      status: 'completed',
      job: told.input.data.job_id,
      input: { type: 'job.completed', data: { video_name: 'tone.wav', error: null } },
    });
    expect(Object.keys(told.input)).toEqual(['type', 'timestamp', 'data']);
  });

  it('reports a program that is not found', { timeout: 180_000 }, async () => {
    const folder = await tempFolder();
    const media = join(folder, 'tone.wav');
    await writeFile(media, plainWav(new Float32Array(8000).fill(0.1), 8000, 1, 's16'));
    const library = ['--data-dir', join(folder, 'data'), '--modules', 'audioevents'];
    const { code, stderr } = await runCommand('analyze', media, '--exec', 'no-such-program-here', ...library);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('--exec no-such-program-here: ');
    const usage = await runCommand('analyze', media, '--exec', '"open', ...library);
    expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('quotes must be closed')]);
  });
});

interface Told {
  type: string;
  data: { job_id: string; video_name: string; status: string };
}

/** Events that the program got so far, in their order. */
async function toldIn(file: string): Promise<Told[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

const tone = (level: number) => plainWav(new Float32Array(8000).fill(level), 8000, 1, 's16');

describe('with several files', () => {
  it('runs a program at the end of each analysis, and not for what was done before', { timeout: 240_000 }, async () => {
    const folder = await tempFolder();
    const [script, out] = [join(folder, 'append.mjs'), join(folder, 'told.ndjson')];
    await writeFile(script, APPEND);
    const files = [0.1, 0.2, 0.3].map((level, i) => ({ path: join(folder, `tone-${i}.wav`), level }));
    for (const { path, level } of files) await writeFile(path, tone(level));
    await writeFile(join(folder, 'broken.wav'), 'no sound');
    const exec = `"${process.execPath}" "${script}" "${out}" 3`;
    const options = ['--data-dir', join(folder, 'data'), '--modules', 'audioevents', '--jobs', '2', '--exec', exec];
    const paths = [...files.map(({ path }) => path), join(folder, 'broken.wav')];
    const first = await runCommand('analyze', ...paths, ...options);
    // Only the file that can’t be read failed: exit codes of the program change nothing.
    expect(first.code, first.stderr).toBe(1);
    expect(first.stderr.match(/: exit code 3/g)).toHaveLength(3);
    const told = await toldIn(out);
    expect(told.map(({ type, data }) => [type, data.video_name]).sort()).toEqual(
      files.map((_, i) => ['job.completed', `tone-${i}.wav`]),
    );
    const reports = first.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const jobs = reports.flatMap(({ status, job_id }) => (status === 'analyzed' ? [job_id] : []));
    expect(told.map(({ data }) => data.job_id).sort()).toEqual(jobs.sort());

    const again = await runCommand('analyze', ...files.map(({ path }) => path), ...options);
    expect(again.code, again.stderr).toBe(0);
    expect(await toldIn(out)).toHaveLength(3);
  });
});

describe('serve --exec', () => {
  it('runs a program at the end of each job, whoever started it', { timeout: 240_000 }, async () => {
    const folder = await tempFolder();
    const [script, out] = [join(folder, 'append.mjs'), join(folder, 'told.ndjson')];
    await writeFile(script, APPEND);
    const { ready } = await startServe(join(folder, 'data'), {
      args: ['--exec', `"${process.execPath}" "${script}" "${out}"`],
    });
    const client = createClient({ apiUrl: ready.api_url }, `Bearer ${ready.token}`);
    for (const [i, level] of [0.1, 0.2].entries()) {
      const { jobId } = await client.upload(`tone-${i}.wav`, new Uint8Array(tone(level)));
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["audioevents"]' });
    }
    await waitUntil(async () => (await toldIn(out)).length === 2, { timeout: 120_000, interval: 100 });
    expect((await toldIn(out)).map(({ type, data }) => [type, data.video_name])).toEqual([
      ['job.completed', 'tone-0.wav'],
      ['job.completed', 'tone-1.wav'],
    ]);
  });

  it('ends after the programs of all jobs that have ended', { timeout: 240_000 }, async () => {
    const folder = await tempFolder();
    const [script, out, go] = [join(folder, 'wait.mjs'), join(folder, 'told.ndjson'), join(folder, 'go')];
    await writeFile(script, WAIT);
    const exec = `"${process.execPath}" "${script}" "${out}" "${go}"`;
    const { ready, child, result } = await startServe(join(folder, 'data'), { args: ['--exec', exec] });
    const client = createClient({ apiUrl: ready.api_url }, `Bearer ${ready.token}`);
    for (const [i, level] of [0.1, 0.2].entries()) {
      const { jobId } = await client.upload(`tone-${i}.wav`, new Uint8Array(tone(level)));
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["audioevents"]' });
      await client.settled(jobId);
    }
    let printed = '';
    child.stderr!.on('data', (text: string) => {
      printed += text;
    });
    interrupt(child);
    await waitUntil(() => child.exitCode !== null || printed.includes('Waiting for the program'), 60_000);
    await writeFile(go, '');
    expect(await result).toMatchObject({ code: 0 });
    expect((await toldIn(out)).map(({ data }) => data.video_name)).toEqual(['tone-0.wav', 'tone-1.wav']);
  });
});
