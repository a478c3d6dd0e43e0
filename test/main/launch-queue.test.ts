import { expect, it } from 'vitest';
import { createLaunchQueue } from '../../src/main/launch-queue.ts';
import type { LaunchRequest } from '../../src/main/policies/launch.ts';

const file = (path: string): LaunchRequest => ({ kind: 'import', path });

it('delivers requests that arrived before the first receiver, then later ones', () => {
  const queue = createLaunchQueue([file('/a.mp4')]);
  queue.hand(file('/b.mp4'));
  const received: LaunchRequest[] = [];
  queue.receive((request) => void received.push(request));
  queue.hand(file('/c.mp4'));
  expect(received).toEqual([file('/a.mp4'), file('/b.mp4'), file('/c.mp4')]);
});
