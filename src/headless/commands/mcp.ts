import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import { AgentSettings } from '../../contract/account/agents.ts';
import type { AgentPermissions } from '../../server/mcp/library.ts';
import { args, type Command, EXIT, text, UsageError } from '../command.ts';
import { createLibraryLease } from '../connection/library-lease.ts';
import { libraryFolder } from '../connection/with-library.ts';
import { VERSION } from '../version.ts';

/** `reelscope mcp`: serves agents over standard input and output. */
export const mcpCommand: Command = {
  usage: ['mcp'],
  options: {
    'allow-analyze': {
      type: 'string',
      value: 'FOLDERS',
      help: `agents may analyze files of these folders without a question (several separated by “${delimiter}”)`,
    },
    'save-clips': {
      type: 'string',
      value: 'FOLDER',
      help: 'agents may save clips to this folder (default: small clips are returned)',
    },
  },
  notes: [
    'Agents read the library. They add and analyze a file only if you confirm it in their program, or allow its folder.',
    'The library is opened when it is needed and closed when it is not, so that the application can open it, too.',
  ],
  examples: [['mcp --allow-analyze ~/Videos --save-clips ~/Desktop', 'The command of an agent’s configuration.']],

  async run(input) {
    args(input, 0, 0, 'mcp accepts no arguments.');
    // Standard output is for the protocol alone.
    process.umask(0o077);
    const analyzeFolders = await foldersOf('allow-analyze', text(input, 'allow-analyze')?.split(delimiter) ?? []);
    const [clipFolder] = await foldersOf('save-clips', [text(input, 'save-clips') ?? []].flat());
    // Loaded here, since other commands start faster without the protocol.
    const { StdioServerTransport, serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const { createAgentServer, createConsentCodec } = await import('../../server/mcp/agent-server.ts');
    const lease = createLibraryLease(libraryFolder(input));
    const permissions = async (): Promise<AgentPermissions> => {
      const settings = await lease.use((api) => api.get('/settings/agents', AgentSettings));
      return { analyzeFolders: [...analyzeFolders, ...settings.analyze_folders], clipFolder };
    };
    const codec = createConsentCodec();
    const transport = new StdioServerTransport();
    const ended = new AbortController();
    const served = serveStdio(() => createAgentServer({ version: VERSION, library: lease, permissions, codec }), {
      transport,
      onerror: (error) => process.stderr.write(`reelscope mcp: ${error.message}\n`),
    });
    process.stdin.once('close', () => ended.abort());
    process.stdin.once('end', () => ended.abort());
    const signal = AbortSignal.any([ended.signal, input.signal]);
    if (!signal.aborted) await once(signal, 'abort');
    await served.close();
    await lease.close();
    return EXIT.done;
  },
};

/** Folders of an option as absolute paths. @throws UsageError for something else */
async function foldersOf(name: string, paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const stats = await stat(path).catch((error: unknown) => toError(error));
      if (path === '' || stats instanceof Error || !stats.isDirectory())
        throw new UsageError(`--${name}: “${path}” is not a folder.`);
      return resolve(path);
    }),
  );
}
