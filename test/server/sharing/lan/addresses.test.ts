import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { lanAddresses } from '../../../../src/server/sharing/lan/addresses.ts';

const at = (address: string, mac = '3c:52:82:11:22:33'): NetworkInterfaceInfo[] => [
  { address, netmask: '255.255.255.0', family: 'IPv4', mac, internal: false, cidr: `${address}/24` },
];

it.each([
  ['VirtualBox Host-Only Network', undefined],
  ['VMware Network Adapter VMnet8', undefined],
  ['vEthernet (WSL (Hyper-V firewall))', undefined],
  ['vEthernet (Default Switch)', '00:15:5d:01:02:03'],
  ['Ethernet 3', '0a:00:27:00:00:10'],
  ['OpenVPN TAP-Windows6', '00:ff:aa:bb:cc:dd'],
  ['Ethernet 2', '02:42:ac:11:00:02'],
  ['ProtonVPN', undefined],
  ['Company VPN', undefined],
  ['bridge100', undefined],
  ['utun4', undefined],
  ['docker0', undefined],
  ['wg0', undefined],
])('lists the network of people before %s', (name, mac) => {
  const interfaces = { [name]: at('192.168.56.1', mac), 'Wi-Fi': at('192.168.1.20') };
  expect(lanAddresses(interfaces)).toEqual(['192.168.1.20', '192.168.56.1']);
});

it('ranks addresses of Tailscale last, whatever their adapter is called', () => {
  expect(lanAddresses({ Ethernet: at('100.101.102.103'), en0: at('10.0.0.5') })).toEqual([
    '10.0.0.5',
    '100.101.102.103',
  ]);
});

it.each(['Ethernet', 'Wi-Fi', 'WLAN', 'en0', 'eth0', 'wlp3s0', 'enp0s31f6'])(
  'takes %s for a network of people',
  (name) => {
    expect(lanAddresses({ docker0: at('172.17.0.1'), [name]: at('192.168.1.20') })[0]).toBe('192.168.1.20');
  },
);

it('lists the only adapter of a virtual machine', () => {
  expect(lanAddresses({ Ethernet: at('10.0.2.15', '08:00:27:aa:bb:cc') })).toEqual(['10.0.2.15']);
});
