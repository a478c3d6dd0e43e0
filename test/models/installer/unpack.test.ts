import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findMember } from '../../../src/models/installer/unpack.ts';
import { bytesOf, npmPackage } from './test-catalog.ts';

it('finds a file in a tar archive by its full name', () => {
  const [first, second] = [bytesOf(700), bytesOf(512)];
  const tar = gunzipSync(npmPackage({ 'package/index.node.txt': first, 'package/index.node': second }));
  expect(findMember(tar, 'package/index.node')).toEqual(second);
  expect(findMember(tar, 'package/index.node.txt')).toEqual(first);
  expect(findMember(tar, 'index.node')).toBeNull();
});

it('finds nothing in an archive that is cut off', () => {
  const tar = gunzipSync(npmPackage({ 'package/index.node': bytesOf(2000) }));
  expect(findMember(tar.subarray(0, 1500), 'package/index.node')).toBeNull();
  expect(findMember(Buffer.alloc(100), 'package/index.node')).toBeNull();
});
