import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, localClient } from '../../fixtures/client.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'reelscope-test';
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

let server: TestServer;
let jwksServer: Server;
let rsa: Key;
let ec: Key;
let rsaPublic: Record<string, unknown>;
let strangers: { rsa: Key; ec: Key; ps: Key; ed: Key; rs512: Key };

beforeAll(async () => {
  const rsaPair = await generateKeyPair('RS256', { extractable: true });
  const ecPair = await generateKeyPair('ES256', { extractable: true });
  rsa = rsaPair.privateKey;
  ec = ecPair.privateKey;
  rsaPublic = { ...(await exportJWK(rsaPair.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' };
  const keys = [rsaPublic, { ...(await exportJWK(ecPair.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' }];
  strangers = {
    rsa: (await generateKeyPair('RS256')).privateKey,
    ec: (await generateKeyPair('ES256')).privateKey,
    ps: (await generateKeyPair('PS256')).privateKey,
    ed: (await generateKeyPair('EdDSA')).privateKey,
    rs512: (await generateKeyPair('RS512')).privateKey,
  };
  jwksServer = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await once(jwksServer, 'listening');
  process.env['REELSCOPE_OIDC_ISSUER'] = ISSUER;
  process.env['REELSCOPE_OIDC_AUDIENCE'] = AUDIENCE;
  process.env['REELSCOPE_OIDC_JWKS_URI'] = `http://127.0.0.1:${(jwksServer.address() as AddressInfo).port}/jwks`;
  server = await startTestServer();
  for (const name of ['ISSUER', 'AUDIENCE', 'JWKS_URI']) delete process.env[`REELSCOPE_OIDC_${name}`];
});
afterAll(async () => {
  await server.close();
  jwksServer.close();
});

const now = () => Math.floor(Date.now() / 1000);
const claims = () => ({ iss: ISSUER, aud: AUDIENCE, sub: 'alice', iat: now(), nbf: now(), exp: now() + 600 });
const sign = (payload: object, header: object = { alg: 'RS256', kid: 'rsa' }, key: Key = rsa) =>
  new SignJWT(payload as never).setProtectedHeader(header as never).sign(key);
const raw = (header: object, payload: object, signature = 'c2lnbmF0dXJl') =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(payload))}.${signature}`;
const hmac = (header: object, payload: object, secret: string, hash = 'sha256') => {
  const text = raw(header, payload, '').slice(0, -1);
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
};
const statusOf = async (authorization: string) => (await createClient(server, authorization).get('/profile')).status;

describe('tokens', () => {
  test('of the local provider and of the external issuer are accepted', async () => {
    expect(await statusOf(`Bearer ${server.token}`)).toBe(200);
    expect(await statusOf(`bearer ${server.token}`)).toBe(200);
    expect(await statusOf(`Bearer ${await sign(claims())}`)).toBe(200);
    expect(await statusOf(`Bearer ${await sign(claims(), { alg: 'ES256', kid: 'ec' }, ec)}`)).toBe(200);
    expect(await statusOf(`Bearer ${await sign({ ...claims(), aud: ['other', AUDIENCE] })}`)).toBe(200);
  });

  test('of a new subject create a user, and find it again', async () => {
    const token = await sign({ ...claims(), sub: 'bob', name: 'Bob', email: 'bob@example.org' });
    const first = await createClient(server, `Bearer ${token}`).get('/profile');
    const again = await createClient(server, `Bearer ${await sign({ ...claims(), sub: 'bob' })}`).get('/profile');
    expect(first.body).toMatchObject({ full_name: 'Bob', email: 'bob@example.org', is_admin: 0 });
    expect(again.body.user_id).toBe(first.body.user_id);
    const alice = await createClient(server, `Bearer ${await sign(claims())}`).get('/profile');
    expect(alice.body.user_id).not.toBe(first.body.user_id);
  });

  test('of an external issuer with the name of the local user belong to another user', async () => {
    const { body } = await createClient(server, `Bearer ${await sign({ ...claims(), sub: 'local' })}`).get('/profile');
    expect(body.user_id).not.toBe((await localClient(server).get('/profile')).body.user_id);
    expect(body.is_admin).toBe(0);
  });

  test('are verifiable by the published keys, which contain no private part', async () => {
    const jwks = await (await fetch(`${server.url}/.well-known/jwks.json`)).json();
    expect(jwks).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256' }] });
    expect(JSON.stringify(jwks)).not.toContain('"d"');
  });

  test('can be renewed by a user of this machine only', async () => {
    const renewed = await localClient(server).post('/tokens');
    expect(renewed.status).toBe(201);
    expect(await statusOf(`Bearer ${renewed.body.token}`)).toBe(200);
    expect((await createClient(server, `Bearer ${await sign(claims())}`).post('/tokens')).status).toBe(403);
  });
});

/** Each creates an Authorization header that must be rejected. */
const FORGED: Record<string, () => string | Promise<string>> = {
  'no token': () => 'Bearer',
  'a space': () => 'Bearer  ',
  'not a token': () => 'Bearer abc',
  'two parts': async () => `Bearer ${(await sign(claims())).split('.').slice(0, 2).join('.')}`,
  'four parts': async () => `Bearer ${await sign(claims())}.x`,
  'five parts, as of an encrypted token': () => 'Bearer a.b.c.d.e',
  'empty signature': async () => `Bearer ${(await sign(claims())).replace(/[^.]+$/, '')}`,
  'signature cut': async () => `Bearer ${(await sign(claims())).slice(0, -4)}`,
  'signature extended': async () => `Bearer ${await sign(claims())}AAAA`,
  'signature of zeros, ES256': () =>
    `Bearer ${raw({ alg: 'ES256', kid: 'ec' }, claims(), base64url.encode(new Uint8Array(64)))}`,
  'signature of another token': async () => {
    const [head, , tail] = (await sign(claims())).split('.');
    return `Bearer ${head}.${base64url.encode(JSON.stringify({ ...claims(), sub: 'mallory' }))}.${tail}`;
  },
  'first character of the payload changed': async () => {
    const [head, body = '', tail] = (await sign(claims())).split('.');
    return `Bearer ${head}.${body.startsWith('e') ? 'f' : 'e'}${body.slice(1)}.${tail}`;
  },
  'header changed after signing': async () => {
    const [, body, tail] = (await sign(claims())).split('.');
    return `Bearer ${base64url.encode('{"alg":"RS256","kid":"rsa","x":1}')}.${body}.${tail}`;
  },
  'alg none': () => `Bearer ${raw({ alg: 'none' }, claims(), '')}`,
  'alg None': () => `Bearer ${raw({ alg: 'None' }, claims(), '')}`,
  'alg NONE with a signature': () => `Bearer ${raw({ alg: 'NONE' }, claims())}`,
  'alg nOnE, local issuer': () =>
    `Bearer ${raw({ alg: 'nOnE' }, { ...claims(), iss: 'reelscope:local', aud: 'reelscope' }, '')}`,
  'no alg': () => `Bearer ${raw({ kid: 'rsa' }, claims())}`,
  'alg a number': () => `Bearer ${raw({ alg: 256 }, claims())}`,
  'alg an array': () => `Bearer ${raw({ alg: ['RS256'] }, claims())}`,
  'HS256 with the public key as the secret (JWK)': () =>
    `Bearer ${hmac({ alg: 'HS256', kid: 'rsa' }, claims(), JSON.stringify(rsaPublic))}`,
  'HS256 with the modulus as the secret': () =>
    `Bearer ${hmac({ alg: 'HS256', kid: 'rsa' }, claims(), String(rsaPublic['n']))}`,
  'HS256 with an empty secret': () => `Bearer ${hmac({ alg: 'HS256' }, claims(), '')}`,
  HS384: () => `Bearer ${hmac({ alg: 'HS384' }, claims(), 'secret', 'sha384')}`,
  HS512: () => `Bearer ${hmac({ alg: 'HS512' }, claims(), 'secret', 'sha512')}`,
  'HS256 for the local issuer': () =>
    `Bearer ${hmac({ alg: 'HS256' }, { ...claims(), iss: 'reelscope:local', aud: 'reelscope' }, 'secret')}`,
  'RS256 by a stranger': async () => `Bearer ${await sign(claims(), undefined, strangers.rsa)}`,
  'ES256 by a stranger': async () => `Bearer ${await sign(claims(), { alg: 'ES256', kid: 'ec' }, strangers.ec)}`,
  'PS256 by a stranger': async () => `Bearer ${await sign(claims(), { alg: 'PS256', kid: 'rsa' }, strangers.ps)}`,
  'EdDSA by a stranger': async () => `Bearer ${await sign(claims(), { alg: 'EdDSA', kid: 'ec' }, strangers.ed)}`,
  'RS512 by a stranger': async () => `Bearer ${await sign(claims(), { alg: 'RS512', kid: 'rsa' }, strangers.rs512)}`,
  'ES256 key named as RS256': () => `Bearer ${raw({ alg: 'RS256', kid: 'ec' }, claims())}`,
  'unknown kid': async () => `Bearer ${await sign(claims(), { alg: 'RS256', kid: 'who' })}`,
  'kid with a path': async () =>
    `Bearer ${await sign(claims(), { alg: 'RS256', kid: '../../dev/null' }, strangers.rsa)}`,
  'kid with SQL': async () => `Bearer ${await sign(claims(), { alg: 'RS256', kid: "x' OR 1=1--" }, strangers.rsa)}`,
  'own key in the header (jwk)': async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    return `Bearer ${await sign(claims(), { alg: 'ES256', jwk: await exportJWK(pair.publicKey) }, pair.privateKey)}`;
  },
  'own keys by address (jku)': async () =>
    `Bearer ${await sign(claims(), { alg: 'ES256', jku: 'http://127.0.0.1:9/jwks' }, strangers.ec)}`,
  'own certificate by address (x5u)': async () =>
    `Bearer ${await sign(claims(), { alg: 'RS256', x5u: 'http://127.0.0.1:9/c' }, strangers.rsa)}`,
  'critical extension': async () => `Bearer ${raw({ alg: 'RS256', kid: 'rsa', crit: ['exp'] }, claims())}`,
  'unencoded payload (b64 false)': () =>
    `Bearer ${raw({ alg: 'RS256', kid: 'rsa', b64: false, crit: ['b64'] }, claims())}`,
  'expired a second ago': async () => `Bearer ${await sign({ ...claims(), exp: now() - 1 })}`,
  'expires now': async () => `Bearer ${await sign({ ...claims(), exp: now() })}`,
  'expired long ago': async () => `Bearer ${await sign({ ...claims(), exp: 1 })}`,
  'no exp': async () => `Bearer ${await sign({ ...claims(), exp: undefined })}`,
  'exp as text': async () => `Bearer ${await sign({ ...claims(), exp: String(now() + 600) })}`,
  'exp null': async () => `Bearer ${await sign({ ...claims(), exp: null })}`,
  'not valid yet': async () => `Bearer ${await sign({ ...claims(), nbf: now() + 60 })}`,
  'nbf as text': async () => `Bearer ${await sign({ ...claims(), nbf: 'soon' })}`,
  'another issuer': async () => `Bearer ${await sign({ ...claims(), iss: 'https://evil.example' })}`,
  'issuer with a slash more': async () => `Bearer ${await sign({ ...claims(), iss: `${ISSUER}/` })}`,
  'issuer in capitals': async () => `Bearer ${await sign({ ...claims(), iss: ISSUER.toUpperCase() })}`,
  'issuer an array': async () => `Bearer ${await sign({ ...claims(), iss: [ISSUER] })}`,
  'no issuer': async () => `Bearer ${await sign({ ...claims(), iss: undefined })}`,
  'local issuer, external key': async () =>
    `Bearer ${await sign({ ...claims(), iss: 'reelscope:local', aud: 'reelscope', sub: 'local' }, { alg: 'ES256', kid: 'ec', typ: 'JWT' }, ec)}`,
  'another audience': async () => `Bearer ${await sign({ ...claims(), aud: 'somebody' })}`,
  'audience as part of a longer one': async () => `Bearer ${await sign({ ...claims(), aud: `${AUDIENCE}-admin` })}`,
  'no audience': async () => `Bearer ${await sign({ ...claims(), aud: undefined })}`,
  'empty audience': async () => `Bearer ${await sign({ ...claims(), aud: [] })}`,
  'no subject': async () => `Bearer ${await sign({ ...claims(), sub: undefined })}`,
  'empty subject': async () => `Bearer ${await sign({ ...claims(), sub: ' ' })}`,
  'subject a number': async () => `Bearer ${await sign({ ...claims(), sub: 1 })}`,
  'endless subject': async () => `Bearer ${await sign({ ...claims(), sub: 'x'.repeat(300) })}`,
  'payload an array': () => `Bearer ${raw({ alg: 'RS256', kid: 'rsa' }, [claims()])}`,
  'endless token': async () => `Bearer ${await sign({ ...claims(), x: 'x'.repeat(7000) })}`,
  'two tokens': async () => `Bearer ${await sign(claims())} ${await sign(claims())}`,
  'without a scheme': () => server.token,
  'another scheme': () => `Token ${server.token}`,
  Basic: () => `Basic ${Buffer.from('local:local').toString('base64')}`,
  'local token, last character changed': () =>
    `Bearer ${server.token.slice(0, -2)}${server.token.at(-2) === 'A' ? 'B' : 'A'}${server.token.at(-1)}`,
};

describe('forged tokens', () => {
  test('cover at least 60 cases', () => {
    expect(Object.keys(FORGED).length).toBeGreaterThanOrEqual(60);
  });

  test.each(Object.keys(FORGED))('%s', async (name) => {
    const { status, body, headers } = await createClient(server, await FORGED[name]!()).get('/profile');
    expect(status).toBe(401);
    expect(body.error.code).toBe('unauthorized');
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  test('that expired or are signed by another installation are rejected', async () => {
    const { token } = await server.services.identity.issue('local', -1);
    expect(await statusOf(`Bearer ${token}`)).toBe(401);
    const other = await startTestServer();
    expect(await statusOf(`Bearer ${other.token}`)).toBe(401);
    await other.close();
  });

  test('with a new certificate are rejected', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(await statusOf(`Bearer ${hmac({ alg: 'HS256' }, claims(), pem)}`)).toBe(401);
  });
});

describe('API keys', () => {
  test('are accepted alone in the header, shown once, and stored as a hash only', async () => {
    const local = localClient(server);
    const { status, body: key } = await local.post('/keys', { name: 'script' });
    expect(status).toBe(201);
    expect(key.raw_key).toMatch(/^svc_live_[0-9a-f]{64}$/);
    expect(key.key_prefix).toBe(`${key.raw_key.slice(0, 13)}…`);
    expect(await statusOf(key.raw_key)).toBe(200);
    const listed = (await local.get('/keys')).body.find((candidate: { id: string }) => candidate.id === key.id);
    expect(listed.raw_key).toBe(key.key_prefix);
    expect(listed.last_used_at).toMatch(/^\d{4}-/);
    expect(JSON.stringify(server.store.apiKeys.list(1))).not.toContain(key.raw_key);
  });

  test('with a scheme word are refused with the reason', async () => {
    const { body: key } = await localClient(server).post('/keys', { name: 'script' });
    const { status, body } = await createClient(server, `Bearer ${key.raw_key}`).get('/profile');
    expect(status).toBe(401);
    expect(body.error.message).toContain('only the API key');
  });

  test.each([
    ['Bearer', 'Send an API key, or Bearer and a token, in the Authorization header.'],
    ['Bearer ', 'Send an API key, or Bearer and a token, in the Authorization header.'],
    ['eyJhbGciOiJFUzI1NiJ9', 'Send an API key, or Bearer and a token, in the Authorization header.'],
    ['svc_live_abc', 'This is not an API key.'],
  ])('%j is refused with what is wrong', async (header, message) => {
    const { status, body } = await createClient(server, header).get('/profile');
    expect([status, body.error.message]).toEqual([401, message]);
  });

  test('are deactivated, activated, and deleted immediately', async () => {
    const local = localClient(server);
    const { body: key } = await local.post('/keys', { name: 'script' });
    expect(await statusOf(key.raw_key)).toBe(200);
    expect((await local.patch(`/keys/${key.id}`, { is_active: false })).body.is_active).toBe(0);
    expect(await statusOf(key.raw_key)).toBe(401);
    await local.patch(`/keys/${key.id}`, { is_active: true });
    expect(await statusOf(key.raw_key)).toBe(200);
    expect((await local.delete(`/keys/${key.id}`)).body).toEqual({ ok: true });
    expect(await statusOf(key.raw_key)).toBe(401);
    expect((await local.delete(`/keys/${key.id}`)).status).toBe(404);
  });

  test('record their use without a write per request', async () => {
    const local = localClient(server);
    const { body: key } = await local.post('/keys', { name: 'busy' });
    const client = createClient(server, key.raw_key);
    await client.get('/profile');
    server.statements.length = 0;
    for (let i = 0; i < 5; i++) await client.get('/profile');
    expect(server.statements.filter((sql) => /^(insert|update|delete)/i.test(sql))).toEqual([]);
  });

  test.each([
    'svc_live_',
    `svc_live_${'0'.repeat(63)}`,
    `svc_live_${'0'.repeat(65)}`,
    `SVC_LIVE_${'0'.repeat(64)}`,
    `svc_live_${'g'.repeat(64)}`,
    `svc_live_${'0'.repeat(64)}`,
  ])('rejects %s', async (key) => {
    expect(await statusOf(key)).toBe(401);
  });
});

test('logs no key, token, or signature', () => {
  const text = JSON.stringify(server.log);
  expect(text).not.toMatch(/svc_live_[0-9a-f]{8}/);
  expect(text).not.toContain('eyJ');
});
