import type { LaunchRequest } from './policies/launch.ts';

/** Queue of launch requests, which keeps them until the application can receive them. */
export function createLaunchQueue(first: readonly LaunchRequest[]) {
  const waiting = [...first];
  let receiver: ((request: LaunchRequest) => void) | undefined;
  return {
    hand: (request: LaunchRequest): void => (receiver ? receiver(request) : void waiting.push(request)),
    /** Subscribes to requests and delivers earlier ones first. */
    receive(listener: (request: LaunchRequest) => void): void {
      receiver = listener;
      for (const request of waiting.splice(0)) listener(request);
    },
  };
}
