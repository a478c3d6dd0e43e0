import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectAgent } from '../fixtures/agent.ts';
import { localClient } from '../fixtures/client.ts';
import { startTestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';

const ROOT = join(import.meta.dirname, '../../');
const page = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8');

interface Entry {
  command?: string;
  args?: string[];
  url?: string;
  headers?: Record<string, string>;
}

/** Every configuration of the page, as a program would read it. */
const entries = [...page.matchAll(/^```(json|sh)\n(.*?)^```/gms)].map(([, language, block]): Entry => {
  if (language === 'json') {
    const config = JSON.parse(block!);
    return (config.mcpServers ?? config.servers).reelscope;
  }
  const line = block!.trim();
  const [, command, rest] = /(?:-- |inspector )(\S+) (.+)$/.exec(line) ?? [];
  if (command !== undefined) return { command, args: rest!.split(' ') };
  const [, url, authorization] = /(http:\S+) --header "Authorization: (.+)"$/.exec(line) ?? [];
  return { url: url!, headers: { Authorization: authorization! } };
});

/** Tools of the table, with what they change. */
const tools = [...page.matchAll(/^\| `(\w+)` \| .+ \| (.+) \|$/gm)].map(([, name, changes]) => ({
  name,
  isReadOnly: changes === 'nothing',
}));

test('the page has both ways, for the common programs', () => {
  expect(entries.filter(({ command }) => command)).toHaveLength(5);
  expect(entries.filter(({ url }) => url)).toHaveLength(2);
});

describe.each(entries)('the configuration %j', (entry) => {
  test('works, and offers the documented tools', async () => {
    const { client } = await connectAgent(await transportOf(entry));
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name, annotations }) => ({ name, isReadOnly: annotations?.readOnlyHint }))).toEqual(
      expect.arrayContaining(tools),
    );
    expect(listed).toHaveLength(tools.length);
    const { resourceTemplates } = await client.listResourceTemplates();
    for (const { uriTemplate } of resourceTemplates) expect(page).toContain(`\`${uriTemplate}\``);
    for (const { name } of (await client.listPrompts()).prompts) expect(page).toContain(`\`${name}\``);
  }, 60_000);
});

/** With the places of this test instead of the page's. */
async function transportOf({ command, args = [], url, headers }: Entry): Promise<Transport> {
  const folder = await tempFolder();
  if (command !== undefined) {
    expect(command).toBe('node');
    for (const name of ['videos', 'clips']) await mkdir(join(folder, name));
    const own = args.map((each) =>
      each
        .replace('/path/to/reelscope/', ROOT)
        .replace(/^\/path\/to\/(videos|clips)$/, (_, name) => join(folder, name)),
    );
    const data = ['--data-dir', join(folder, 'data')];
    return new StdioClientTransport({ command: process.execPath, args: [...own, ...data], stderr: 'inherit' });
  }
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { body } = await localClient(server).post('/keys', { name: 'agent' });
  const authorization = headers!['Authorization']!.replace('svc_live_…', body.raw_key);
  const place = url!.replace('http://127.0.0.1:8471', server.url);
  return new StreamableHTTPClientTransport(new URL(place), { requestInit: { headers: { authorization } } });
}
