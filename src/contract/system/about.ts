import { z } from 'zod';
import { Decoding } from '../analysis/decoding.ts';

/** Facts about the installation itself. */
export const About = z
  .object({
    version: z.string().describe('Version of Reelscope.'),
    host: z
      .enum(['electron', 'headless'])
      .meta({ description: 'electron: desktop application; headless: server without a window.' }),
    system: z.string().meta({ description: 'Platform and architecture, as named by Node.' }),
    runs_on: z.record(z.string(), z.string()).meta({ description: 'Versions of the runtime components.' }),
    signing_key: z
      .object({
        public_key: z.string().meta({ description: 'Ed25519, 32 bytes, hexadecimal.' }),
        fingerprint: z.string().meta({ description: 'SHA-256 of the public key, hexadecimal.' }),
      })
      .meta({ description: 'Key that signs the reports of this installation.' }),
    decoding: Decoding.nullable().meta({
      description: 'How the last analysis decoded its video; null before the first.',
    }),
    secrets_in: z.enum(['keyring', 'file']).meta({ description: 'Storage of this installation’s secrets.' }),
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof About>;
