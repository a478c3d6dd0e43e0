import { z } from 'zod';

/** Absolute path of a folder, on any system. */
const Folder = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^(?:[/]|[A-Za-z]:[/\\]|\\\\)/, 'must be an absolute path')
  .meta({ examples: ['/media/footage'] });

/** Permissions of agents in this library beyond reading. */
export const AgentSettings = z
  .object({
    analyze_folders: z
      .array(Folder)
      .max(50)
      .meta({ description: 'Folders whose files agents may analyze without a question, including subfolders.' }),
  })
  .meta({ id: 'AgentSettings' });
export type AgentSettings = z.infer<typeof AgentSettings>;
