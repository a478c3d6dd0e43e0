import { z } from 'zod';
import { MessageRef } from '../message.ts';

/** A condition of the library that needs the user's attention. */
export const LibraryProblem = z
  .object({
    code: z.enum(['damaged', 'disk_full', 'backup_failed']).meta({
      description:
        'damaged: parts of the library are unreadable; disk_full: analyses wait for free disk space; backup_failed: the last daily backup failed.',
    }),
    message: z.string().describe('The problem as a sentence.'),
    text: MessageRef.nullable().meta({ description: '`message` by key.' }),
  })
  .meta({ id: 'LibraryProblem' });
export type LibraryProblem = z.infer<typeof LibraryProblem>;

/** State of the library as a whole. */
export const LibraryState = z
  .object({
    problems: z.array(LibraryProblem).meta({ description: 'Empty if all is well.' }),
    free_bytes: z.number().int().meta({ description: 'Free disk space in bytes.' }),
  })
  .meta({ id: 'LibraryState' });
export type LibraryState = z.infer<typeof LibraryState>;
