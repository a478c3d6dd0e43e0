import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { splitCommand } from '../../src/headless/exec.ts';
import { runCommand } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { plainWav } from '../fixtures/wav.ts';

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
    const { code, stdout, stderr } = await runCommand('analyze', media, '--exec', exec, ...library);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).status).toBe('completed');
    expect(stderr).toContain('printed by the program');
    expect(stderr).toContain(': exit code 7');
    const { default: told } = await import(out, { with: { type: 'json' } });
    expect(told).toMatchObject({
      ...{ event: 'job.completed', name: 'tone.wav', status: 'completed', job: told.input.data.job_id },
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
