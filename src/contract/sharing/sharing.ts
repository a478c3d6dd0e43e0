import { z } from 'zod';

/** Default port of the LAN listener. */
export const DEFAULT_LAN_PORT = 8472;

/** State of the LAN listener. `no_network`: it listens, but this machine has no address that others can reach. */
const SHARING_STATES = ['off', 'on', 'no_network', 'port_taken', 'failed'] as const;

export const Sharing = z
  .object({
    state: z.enum(SHARING_STATES).describe('Whether shared reports can be opened on the network, and if not, why.'),
    enabled: z.boolean().meta({ description: 'True if others on the network can open shared reports.' }),
    keep_on: z.boolean().meta({ description: 'Keep sharing on after a restart.' }),
    port: z.int().meta({ description: 'The configured port; 0 for any free port.' }),
    addresses: z
      .array(z.string())
      .meta({ description: 'Origins at which others can reach this machine, most likely first.' }),
  })
  .meta({ id: 'Sharing' });
export type Sharing = z.infer<typeof Sharing>;

/** Omitted fields stay unchanged. */
export const UpdateSharingRequest = z
  .object({
    enabled: z.boolean().describe('Whether sharing on the network is on.'),
    keep_on: z.boolean().describe('Whether sharing stays on after a restart.'),
    port: z.int().min(0).max(65_535).describe('Port; 0 for any free one.'),
  })
  .partial()
  .meta({ id: 'UpdateSharingRequest' });
export type UpdateSharingRequest = z.infer<typeof UpdateSharingRequest>;
