import { networkInterfaces } from 'node:os';

/** Addresses of this machine, without the zone of link-local ones. */
export function ownAddresses(): string[] {
  const entries = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return entries.map(({ address }) => address.split('%', 1)[0]!);
}
