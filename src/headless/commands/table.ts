import type { Command, NamedCommand } from '../command.ts';

/** A command whose code is not loaded yet. */
interface CommandEntry {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/**
 * All commands, in the order of the help. Only the code of the command that runs is loaded: that of all takes half a
 * second.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Run the server without a window.',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'analyze',
    summary: 'Analyze video and audio files, or folders of them, and print their findings.',
    load: async () => (await import('./analyze.ts')).analyzeCommand,
  },
  {
    name: 'list',
    summary: 'List videos.',
    load: async () => (await import('./library/list.ts')).listCommand,
  },
  {
    name: 'show',
    summary: 'Show the file of a video and the state of its analysis.',
    load: async () => (await import('./findings/show.ts')).showCommand,
  },
  {
    name: 'results',
    summary: 'Print the findings of an analyzed video.',
    load: async () => (await import('./findings/results.ts')).resultsCommand,
  },
  {
    name: 'search',
    summary: 'Search the findings of all analyzed videos.',
    load: async () => (await import('./findings/search.ts')).searchCommand,
  },
  {
    name: 'saved-searches',
    summary: 'Save searches, and list their new results.',
    load: async () => (await import('./findings/saved-searches.ts')).savedSearchesCommand,
  },
  {
    name: 'ask',
    summary: 'Ask about one video, several, a project, or the library.',
    load: async () => (await import('./findings/ask.ts')).askCommand,
  },
  {
    name: 'coverage',
    summary: 'Show what of a video was examined, and explain why something was missed.',
    load: async () => (await import('./findings/coverage.ts')).coverageCommand,
  },
  {
    name: 'look-closer',
    summary: 'Examine a part of a video again, in every frame and enlarged.',
    load: async () => (await import('./findings/look-closer.ts')).lookCloserCommand,
  },
  {
    name: 'check-text',
    summary: 'Check the quotations, numbers, and names of a text against the library.',
    load: async () => (await import('./findings/check-text.ts')).checkTextCommand,
  },
  {
    name: 'export',
    summary: 'Export the findings of a video: signed reports, subtitles, or markers for editing programs.',
    load: async () => (await import('./findings/export.ts')).exportCommand,
  },
  {
    name: 'clips',
    summary: 'Cut clips of a video: one MP4, or several as a ZIP archive.',
    load: async () => (await import('./findings/clips.ts')).clipsCommand,
  },
  {
    name: 'sync',
    summary: 'Synchronize videos of one event by their sound.',
    load: async () => (await import('./library/sync.ts')).syncCommand,
  },
  {
    name: 'share',
    summary: 'List, create, and delete links to the reports of videos.',
    load: async () => (await import('./share.ts')).shareCommand,
  },
  {
    name: 'start',
    summary: 'Queue videos of the library for analysis.',
    load: async () => (await import('./jobs.ts')).startCommand,
  },
  {
    name: 'cancel',
    summary: 'Stop queued and running analyses; findings so far are kept.',
    load: async () => (await import('./jobs.ts')).cancelCommand,
  },
  {
    name: 'reprocess',
    summary: 'Delete the findings of videos and queue them again.',
    load: async () => (await import('./jobs.ts')).reprocessCommand,
  },
  {
    name: 'delete',
    summary: 'Move videos to the trash, or delete them with their findings.',
    load: async () => (await import('./jobs.ts')).deleteCommand,
  },
  {
    name: 'queue',
    summary: 'Show, pause, and order the queue, and set when it runs.',
    load: async () => (await import('./queue.ts')).queueCommand,
  },
  {
    name: 'trash',
    summary: 'List and restore deleted videos, moments, and stories, or delete them permanently.',
    load: async () => (await import('./library/trash.ts')).trashCommand,
  },
  {
    name: 'projects',
    summary: 'List, create, rename, and delete projects, and move videos to them.',
    load: async () => (await import('./library/projects.ts')).projectsCommand,
  },
  {
    name: 'moments',
    summary: 'List, add, and delete marked moments.',
    load: async () => (await import('./findings/moments.ts')).momentsCommand,
  },
  {
    name: 'stories',
    summary: 'List, show, export, and share stories.',
    load: async () => (await import('./findings/stories.ts')).storiesCommand,
  },
  {
    name: 'events',
    summary: 'Follow the changes of the library, or one analysis, as lines of JSON.',
    load: async () => (await import('./events.ts')).eventsCommand,
  },
  {
    name: 'mcp',
    summary: 'Let agents search, quote, and ask about your videos (Model Context Protocol).',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    name: 'keys',
    summary: 'List, create, and delete API keys.',
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  {
    name: 'webhooks',
    summary: 'Add, test, pause, and delete webhooks, and list their deliveries.',
    load: async () => (await import('./webhooks.ts')).webhooksCommand,
  },
  {
    name: 'models',
    summary: 'List, install, import, and delete models.',
    load: async () => (await import('./models.ts')).modelsCommand,
  },
  {
    name: 'usage',
    summary: 'Show the minutes that the account has used, and its analyses.',
    load: async () => (await import('./usage.ts')).usageCommand,
  },
  {
    name: 'watch-folders',
    summary: 'Analyze new files of folders while the application or reelscope serve runs.',
    load: async () => (await import('./library/watch-folders.ts')).watchFoldersCommand,
  },
  {
    name: 'bonus',
    summary: 'Grant minutes to the account when its quota is used up.',
    load: async () => (await import('./bonus.ts')).bonusCommand,
  },
  {
    name: 'backup',
    summary: 'Back up the library, also while it is in use.',
    load: async () => (await import('./library/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Replace the library with a backup; the current one is kept aside.',
    load: async () => (await import('./library/restore.ts')).restoreCommand,
  },
  {
    name: 'repair',
    summary: 'Repair a damaged library; the damaged one is set aside.',
    load: async () => (await import('./library/repair.ts')).repairCommand,
  },
  {
    name: 'relink',
    summary: 'Find moved source files by their content.',
    load: async () => (await import('./library/relink.ts')).relinkCommand,
  },
  {
    name: 'bundles',
    summary: 'Export, check, and import the results of videos as portable bundles.',
    load: async () => (await import('./library/bundles.ts')).bundlesCommand,
  },
  {
    name: 'verify',
    summary: 'Check whether a report was changed since it was signed, and who signed it.',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'doctor',
    summary: 'Show versions, engines and why others are unavailable, and network use.',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    load: async () => (await import('./completion.ts')).completionCommand(loadCommands),
  },
  {
    name: 'man',
    summary: 'Print the manual page.',
    load: async () => (await import('./man.ts')).manCommand(loadCommands),
  },
];

/** Loads the code of a command. */
export async function loadCommand({ name, summary, load }: CommandEntry): Promise<NamedCommand> {
  return { name, summary, ...(await load()) };
}

/** Loads the code of all commands. */
async function loadCommands(): Promise<NamedCommand[]> {
  return Promise.all(COMMANDS.map(loadCommand));
}
