import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addProcessed } from '../db/store-fixture.ts';
import { runCommand } from '../fixtures/command.ts';
import { startTestServer } from '../fixtures/server.ts';

test('prints passages under the names of their verdicts', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const user = server.services.authenticator.localUser();
  addProcessed(server.store, user, ['We will never sell the harbor.'], { module: 'transcription', name: 'Talk' });
  const article = join(server.dataFolder, 'article.txt');
  await writeFile(article, 'She said: “We will never sell the harbor.” Later: “We will sell the harbor.”');
  const { code, stdout } = await runCommand('check-text', article, '--data-dir', server.dataFolder);
  expect(code).toBe(0);
  expect(stdout.match(/^\S.*$/gm)).toEqual(['Matches', 'Differs']);
});

test('prints both sources that disagree', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const user = server.services.authenticator.localUser();
  const lines = ['The pier is 90 meters long.', 'The pier is 80 meters long.'];
  addProcessed(server.store, user, lines, { module: 'transcription', name: 'Talk' });
  const article = join(server.dataFolder, 'article.txt');
  await writeFile(article, 'The pier is 90 meters long.');
  const { stdout } = await runCommand('check-text', article, '--data-dir', server.dataFolder);
  expect(stdout).toMatch(/^Sources disagree$/m);
  expect(stdout).toMatch(/Supports the text:\n.*90 meters.*Differs from the text:\n.*80 meters.*“90” ≠ “80”/s);
});

test('states that no videos were searched', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const article = join(server.dataFolder, 'article.txt');
  await writeFile(article, 'She said: “We will never sell the harbor.”');
  const { stdout } = await runCommand('check-text', article, '--data-dir', server.dataFolder);
  expect(stdout).toContain('No videos were searched.');
});

test.each([
  ['', 'has no text'],
  ['{\\rtf1 Hello}', 'is not plain text'],
])('refuses a file with %j', async (content, reason) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const article = join(server.dataFolder, 'article.txt');
  await writeFile(article, content);
  const { code, stderr } = await runCommand('check-text', article, '--data-dir', server.dataFolder);
  expect(code).toBe(1);
  expect(stderr).toContain(reason);
});
