import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/db/index.ts';
import { type CommandResult, ENTRY, runCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** Expects an exit code, 1 by default, and one sentence, without a stack trace. */
function expectSentence({ code, stdout, stderr }: CommandResult, sentence: RegExp, expected = 1): void {
  expect(code).toBe(expected);
  expect(stdout).toBe('');
  const lines = stderr.trim().split('\n');
  expect(lines).toEqual([expect.stringMatching(sentence)]);
}

async function library(): Promise<string> {
  const data = join(await tempFolder(), 'data');
  openStore({ path: join(data, 'reelscope.db') }).close();
  return data;
}

describe('a library that can’t be used', () => {
  it('has one owner, even if the lock file is deleted', async () => {
    const data = await library();
    const { ready } = await startServe(data);
    await rm(join(data, 'owner.lock'));
    await rm(join(data, 'server.json'));
    const second = await runCommand('serve', '--port', '0', '--json', '--data-dir', data);
    // The library is in use, which may pass.
    expectSentence(
      second,
      /^{"error":{"code":"conflict","message":"Another Reelscope is already running on .*"}}$/,
      75,
    );
    expect((await fetch(`${ready.url}/api/health`)).ok).toBe(true);
  });

  it('says so in one sentence if a newer version wrote it, at once and in every command', async () => {
    const data = await library();
    const database = new BetterSqlite3(join(data, 'reelscope.db'));
    database.prepare('INSERT INTO migrations VALUES (999, ?, 0)').run('future');
    database.close();
    const sentence = /^reelscope: This data folder was written by a newer version of Reelscope .* \(conflict\)$/;
    expectSentence(await runCommand('serve', '--port', '0', '--data-dir', data), sentence);
    expectSentence(await runCommand('keys', 'list', '--data-dir', data), sentence);
  });

  it('says so if its secrets are damaged', async () => {
    const data = await library();
    await writeFile(join(data, 'secrets.json'), '{"url-signing-key": 7');
    const sentence = /^reelscope: The secrets in .*secrets\.json are damaged\. .* \(internal\)$/;
    expectSentence(await runCommand('serve', '--port', '0', '--data-dir', data), sentence);
  });

  const canSwitchUser = process.platform === 'linux' && process.getuid?.() === 0;
  it.skipIf(!canSwitchUser)('says so if the database is read-only (needs root, to run as another user)', async () => {
    const data = await library();
    const nobody = 65_534;
    for (const path of [join(data, '..'), data]) await chown(path, nobody, nobody);
    const file = join(data, 'reelscope.db');
    await chmod(file, 0o444);
    const args = [ENTRY, 'keys', 'list', '--data-dir', data];
    const child = spawn(process.execPath, args, { uid: nobody, gid: nobody, env: { ...process.env, HOME: data } });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (bytes: Buffer) => {
        output[name] += bytes;
      });
    const [code] = (await once(child, 'close')) as [number];
    expectSentence({ code, ...output }, /^reelscope: The library in .* is read-only\. .* \(forbidden\)$/);
    expect((await stat(file)).mode & 0o777).toBe(0o444);
  });
});
