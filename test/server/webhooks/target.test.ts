import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { resolveTarget, type TargetRules } from '../../../src/server/webhooks/target.ts';

const STRICT: TargetRules = { allowsPublic: false, isOffline: false, ownPorts: [8471] };

function resolve(url: string, rules: Partial<TargetRules> = {}, ...addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return resolveTarget(new URL(url), { ...STRICT, ...rules }, async () => found).then(
    (checked) => checked.map(({ address }) => address),
    (error) => error.code,
  );
}

describe('resolveTarget', () => {
  test('returns every address of a name in this network', async () => {
    expect(await resolve('http://nas.local/hook', {}, 'fd00::2', '192.168.1.2')).toEqual(['fd00::2', '192.168.1.2']);
    expect(await resolve('http://[::1]:9000/')).toEqual(['::1']);
  });

  test('refuses a name if any of its addresses is refused', async () => {
    expect(await resolve('http://a.example/', {}, '192.168.1.2', '169.254.169.254')).toBe('target_blocked');
    expect(await resolve('http://a.example/', {}, '192.168.1.2', '8.8.8.8')).toBe('target_public');
    expect(await resolve('http://metadata.google.internal/', { allowsPublic: true }, '8.8.8.8')).toBe('target_blocked');
    expect(await resolve('http://a.example/')).toBe('unresolved');
  });

  test('permits a public address only if the user did, and only with https', async () => {
    expect(await resolve('https://hooks.example/', {}, '8.8.8.8')).toBe('target_public');
    expect(await resolve('https://hooks.example/', { allowsPublic: true }, '8.8.8.8')).toEqual(['8.8.8.8']);
    expect(await resolve('http://hooks.example/', { allowsPublic: true }, '8.8.8.8')).toBe('target_blocked');
    expect(await resolve('http://2852039166/', { allowsPublic: true })).toBe('target_blocked');
  });

  test('refuses the application itself, by every name', async () => {
    expect(await resolve('http://127.0.0.1:8471/api')).toBe('target_blocked');
    expect(await resolve('http://[::ffff:127.0.0.1]:8471/api')).toBe('target_blocked');
    expect(await resolve('http://me.example:8471/', {}, '127.0.0.2')).toBe('target_blocked');
    expect(await resolve('http://127.0.0.1:8472/api')).toEqual(['127.0.0.1']);
    const own = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (own)
      expect(await resolve('http://me.example:8471/', { allowsPublic: true }, own.address)).toBe('target_blocked');
  });

  test('asks no name server and permits only this machine while offline', async () => {
    let asked = 0;
    const ask = (url: string) =>
      resolveTarget(new URL(url), { ...STRICT, isOffline: true }, async () => {
        asked += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      }).catch((error) => error.code);
    expect([await ask('http://nas.local/'), await ask('http://192.168.1.2/'), asked]).toEqual([
      'offline',
      'offline',
      0,
    ]);
    expect(await ask('http://localhost:9/')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});
