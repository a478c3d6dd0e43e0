import { describe, expect, test } from 'vitest';
import { classifyAddress, isMetadataName } from '../../../src/server/webhooks/address-class.ts';

describe('classifyAddress', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.9.10', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.1.2.3', 'local'],
    ['172.31.255.255', 'local'],
    ['192.168.1.20', 'local'],
    ['100.64.0.1', 'local'],
    ['169.254.7.7', 'local'],
    ['fd12:3456::1', 'local'],
    ['fe80::1%eth0', 'local'],
    ['::ffff:192.168.1.20', 'local'],
    ['172.32.0.1', 'public'],
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['2002:c0a8:0114::1', 'local'],
  ] as const)('%s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  test.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:0254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2001:0:a9fe:a9fe::1',
    '::169.254.169.254',
    '::',
    '::ffff:0.0.0.0',
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '255.255.255.255',
    'ff02::1',
    'fec0::1',
    '2130706433',
    '',
    'localhost',
  ])('%s is forbidden', (address) => {
    expect(classifyAddress(address)).toBe('forbidden');
  });

  // The URL parser brings numbers in every notation to the dotted form, which is what is classified.
  test.each([
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://0xa9.254.43518/',
    'http://169.254.169.254./',
  ])('%s is the metadata service', (url) => {
    expect(classifyAddress(new URL(url).hostname)).toBe('forbidden');
  });

  test('names of metadata services, in any case and with a dot', () => {
    for (const name of ['metadata.google.internal', 'METADATA.google.internal.', 'metadata.goog', 'instance-data'])
      expect(isMetadataName(name)).toBe(true);
    expect(isMetadataName('metadata.example')).toBe(false);
  });
});
