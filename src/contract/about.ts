import { z } from 'zod';

/** Facts about the installation itself. */
export const About = z
  .object({
    version: z.string(),
    host: z
      .enum(['electron', 'headless'])
      .meta({ description: 'electron: desktop application; headless: server without a window.' }),
    system: z.string().meta({ description: 'Platform and architecture, as named by Node.' }),
    runs_on: z.record(z.string(), z.string()).meta({ description: 'Versions of the runtime components.' }),
    secrets_in: z.enum(['keyring', 'file']).meta({ description: 'Storage of this installation’s secrets.' }),
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof About>;
