import { BlockList, isIP } from 'node:net';

/** Where an address leads: this machine, its networks, anywhere, or where no event may ever be sent. */
export type AddressClass = 'loopback' | 'local' | 'public' | 'forbidden';

/** Metadata services of cloud providers, which hand out credentials to whoever asks from the machine. */
const METADATA_ADDRESSES = [
  // AWS, Azure, Google Cloud, and others; AWS ECS and EKS
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  // Alibaba Cloud, Oracle Cloud, Azure, Google Cloud
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd20:ce::254',
];
const METADATA_NAMES = /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.ec2\.internal)?)$/;

const LOOPBACK = listOf(['127.0.0.0', 8], ['::1', 128]);
/** Not routed to the Internet (RFC 1918, 3927, 4193, 4291), or shared by a provider's or overlay network (RFC 6598). */
const LOCAL = listOf(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fe80::', 10],
);
/** Metadata services, and what is no address of a single machine: unspecified, multicast, reserved, tunneled. */
const FORBIDDEN = listOf(
  ...METADATA_ADDRESSES.map((address) => [address, address.includes(':') ? 128 : 32] as const),
  ['0.0.0.0', 8],
  ['224.0.0.0', 3],
  ['2001::', 32],
);
/** Assigned to machines (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = listOf(['2000::', 3]);

/**
 * Networks whose addresses contain an IPv4 address that is reached instead: prefix, and the first of its two groups.
 */
const EMBEDDING = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 1], at: 6 },
  { prefix: [0x2002], at: 1 },
];

/**
 * Classifies an IP address as a resolver or a canonical URL states it, with or without a zone. Anything else is
 * forbidden. An IPv6 address that stands for an IPv4 address is classified as that one.
 */
export function classifyAddress(text: string): AddressClass {
  const address = text.split('%', 1)[0]!;
  const version = isIP(address);
  if (version === 0) return 'forbidden';
  if (version === 6) {
    const embedded = embeddedIpv4(address);
    if (embedded !== undefined) return classifyAddress(embedded);
  }
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  if (LOOPBACK.check(address, family)) return 'loopback';
  if (LOCAL.check(address, family)) return 'local';
  return version === 4 || GLOBAL_IPV6.check(address, family) ? 'public' : 'forbidden';
}

/** Whether a host name is one of a metadata service, whatever it resolves to. */
export function isMetadataName(hostname: string): boolean {
  return METADATA_NAMES.test(hostname.toLowerCase().replace(/\.$/, ''));
}

function embeddedIpv4(address: string): string | undefined {
  const groups = groupsOf(address);
  const network = EMBEDDING.find(({ prefix }) => prefix.every((group, i) => groups[i] === group));
  if (!network) return undefined;
  const [high = 0, low = 0] = groups.slice(network.at, network.at + 2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser converts a dotted end to groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const start = parse(head);
  if (tail === undefined) return start;
  const end = parse(tail);
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}

function listOf(...nets: readonly (readonly [net: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}
