import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

export type NetworkInterfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/**
 * Interfaces of virtual machines, containers, and tunnels, where viewers of shared reports are unlikely: names of Linux
 * and macOS, and those that Windows shows (`VirtualBox Host-Only Network`, `vEthernet (WSL)`, `VMware Network Adapter
 * VMnet8`).
 */
const VIRTUAL =
  /^(?:docker|br-|bridge1\d\d|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|ppp|ipsec|awdl|llw|zt|cni|flannel|lxc|lxd|podman|nordlynx|tailscale)|vethernet|virtualbox|vmware|hyper-v|\bwsl\b|zerotier|hamachi|openvpn|wireguard|wintun|anyconnect|globalprotect|vpn|bluetooth/i;

/**
 * First bytes of the hardware addresses of virtual adapters (IEEE registry): VirtualBox (the host's side and guests),
 * VMware, Hyper-V and WSL, Docker, Parallels, TAP-Windows. Windows names such an adapter `Ethernet 3`.
 */
const VIRTUAL_MAC = /^(?:0a:00:27|08:00:27|00:50:56|00:0c:29|00:05:69|00:15:5d|02:42|00:1c:42|00:ff)/i;

/** Addresses of carriers and of Tailscale (RFC 6598: 100.64.0.0/10). */
const SHARED_SPACE = /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** An adapter of a virtual machine has such an address as well: it is ranked last, not left out. */
function isVirtual(name: string, { mac, address }: NetworkInterfaceInfo): boolean {
  return VIRTUAL.test(name) || VIRTUAL_MAC.test(mac) || SHARED_SPACE.test(address);
}

/** Addresses that are not routed to the Internet (RFC 1918, 3927, 4193, 4291). */
const LOCAL_NETS = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

/**
 * Addresses of this machine for others on its networks, most likely first. Excludes link-local ones: they require a
 * zone, which links can't have.
 */
export function lanAddresses(interfaces: NetworkInterfaces): string[] {
  return Object.entries(interfaces)
    .flatMap(([name, entries]) => (entries ?? []).map((entry) => ({ name, entry })))
    .filter(({ entry }) => !entry.internal && !/^(?:fe[89ab]|169\.254\.)/i.test(entry.address))
    .map(({ name, entry }) => ({
      address: entry.address,
      rank: (isVirtual(name, entry) ? 2 : 0) + (entry.family === 'IPv6' ? 1 : 0),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ address }) => address);
}

/** `http://192.168.1.20:8472`, `http://[fd00::1]:8472` */
export function originOfAddress(address: string, port: number): string {
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

/** Remote address of a connection without its zone; an IPv4-mapped IPv6 address as IPv4. */
export function plainAddress(remote: string | undefined): string {
  return (remote ?? '').split('%', 1)[0]!.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Whether an address is on a network of this machine. A machine with a public address is reachable from the whole
 * Internet; sharing is for the LAN.
 */
export function isLocalPeer(address: string, interfaces: NetworkInterfaces): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const nets = new BlockList();
  for (const [net, prefix, type] of LOCAL_NETS) nets.addSubnet(net, prefix, type);
  for (const { cidr } of Object.values(interfaces).flatMap((entries) => entries ?? [])) {
    const [net, prefix] = cidr?.split('/') ?? [];
    if (net && prefix) nets.addSubnet(net, Number(prefix), isIP(net) === 6 ? 'ipv6' : 'ipv4');
  }
  return nets.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns the unit in which limits count an address: an IPv4 address, or the /64 network of an IPv6 address, since one
 * machine may use any address in it.
 */
export function limitUnitOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const all =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, 8 - groups.length - after)).fill('0'), tail];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
