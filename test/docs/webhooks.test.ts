import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signatureHeaders } from '../../src/server/webhooks/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('the receiver of docs/webhooks.md accepts signed events once, and refuses others', async () => {
  const file = join(import.meta.dirname, '../../docs/examples/webhook-receiver.mjs');
  const child = spawn(process.execPath, [file], { env: { ...process.env, SECRET, PORT: '0' } });
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await vi.waitUntil(() => printed.includes('ready'), { timeout: 20_000 });
  const [, port] = /ready (\d+)/.exec(printed)!;
  const body = '{"type":"job.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"job_id":"1"}}';
  const headers = signatureHeaders({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body }, [SECRET]);
  const post = async (text: string) =>
    (await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body: text })).status;
  expect([await post(body), await post(body), await post(`${body} `)]).toEqual([204, 204, 401]);
  await vi.waitUntil(() => printed.includes('job.completed'), { timeout: 20_000 });
  expect(printed.match(/job\.completed/g)).toHaveLength(1);
});
