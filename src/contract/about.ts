import { z } from 'zod';

/** Version and environment of the installation. */
export const About = z
  .object({
    version: z.string(),
    host: z.enum(['electron', 'headless']).meta({ description: 'Whether it runs as the desktop application.' }),
    system: z.string().meta({ description: 'Platform and architecture, as Node names them.' }),
    runs_on: z.record(z.string(), z.string()).meta({ description: 'Versions of what runs the program.' }),
    secrets_in: z.enum(['keyring', 'file']).meta({ description: 'Where the keys of this installation lie.' }),
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof About>;
