import type { LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { CodedError } from '../../base/errors.ts';
import type { AttemptError } from '../../contract/sharing/webhooks.ts';
import { classifyAddress, isMetadataName } from './address-class.ts';

/** Resolves a host name to all its addresses, as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Rules for the target of one attempt. */
export interface TargetRules {
  /** Whether the user permitted addresses outside of this machine and its network. */
  allowsPublic: boolean;
  /** Whether connections to other machines are switched off. */
  isOffline: boolean;
  /** Ports at which this application listens, which would receive its own events. */
  ownPorts: readonly number[];
}

/** A target that no event is sent to; `code` states the reason. */
export class TargetError extends CodedError<
  Extract<AttemptError, 'target_blocked' | 'target_public' | 'offline' | 'unresolved'>
> {}

const systemResolve: Resolve = (hostname) => resolveName(hostname, { all: true, order: 'verbatim' });

/**
 * Resolves a URL once and checks every address. The caller connects to these addresses, never to the name, so that a
 * name server can't answer the check and the connection differently.
 * @throws TargetError
 */
export async function resolveTarget(url: URL, rules: TargetRules, resolve = systemResolve): Promise<LookupAddress[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isMetadataName(hostname)) throw new TargetError('target_blocked', `${hostname} is a metadata service.`);
  const family = isIP(hostname);
  if (rules.isOffline && family === 0 && !/^(?:.+\.)?localhost\.?$/.test(hostname))
    throw new TargetError('offline', 'Connections to other machines are off.');
  const addresses = family === 0 ? await resolved(hostname, resolve) : [{ address: hostname, family }];
  for (const { address } of addresses) check(url, address, rules);
  return addresses;
}

async function resolved(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((cause: NodeJS.ErrnoException) => {
    throw new TargetError('unresolved', cause.code ?? cause.message, { cause });
  });
  if (addresses.length === 0) throw new TargetError('unresolved', `${hostname} has no address.`);
  return addresses;
}

function check(url: URL, address: string, { allowsPublic, isOffline, ownPorts }: TargetRules): void {
  const kind = classifyAddress(address);
  if (kind === 'forbidden') throw new TargetError('target_blocked', `Events are never sent to ${address}.`);
  if (isOffline && kind !== 'loopback') throw new TargetError('offline', 'Connections to other machines are off.');
  if (kind === 'public' && !allowsPublic) throw new TargetError('target_public', `${address} is a public address.`);
  if (kind === 'public' && url.protocol !== 'https:')
    throw new TargetError('target_blocked', `${address} is a public address, which needs https.`);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (ownPorts.includes(port) && (kind === 'loopback' || isOwnAddress(address)))
    throw new TargetError('target_blocked', 'This is the address of Reelscope itself.');
}

function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const plain = (text: string) => text.split('%', 1)[0]!.replace(/^::ffff:(?=\d+\.)/i, '');
  return own.some((entry) => plain(entry.address) === plain(address));
}
