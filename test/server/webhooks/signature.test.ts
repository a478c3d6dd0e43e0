import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from '../../../src/server/webhooks/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe('signatureHeaders', () => {
  test('sign as the reference library does', () => {
    const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
    const headers = signatureHeaders(content, [SECRET]);
    // From the tests of the specification's libraries.
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(new Webhook(SECRET).sign(content.id, new Date(content.timestamp * 1000), content.body)).toBe(
      headers['webhook-signature'],
    );
  });

  test('are accepted with either secret during a rotation, and with no other', () => {
    const content = {
      id: 'msg_1',
      timestamp: Math.floor(Date.now() / 1000),
      body: '{"type":"job.completed","data":"ä"}',
    };
    const headers = signatureHeaders(content, [OTHER, SECRET]);
    for (const secret of [SECRET, OTHER])
      expect(new Webhook(secret).verify(content.body, headers)).toEqual(JSON.parse(content.body));
    expect(() => new Webhook(SECRET).verify(`${content.body} `, headers)).toThrow();
    expect(() => new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx').verify(content.body, headers)).toThrow();
  });
});
