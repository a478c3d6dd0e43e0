import { app } from 'electron';
import { type LaunchRequest, LINK_SCHEME, parseArguments, parseLink } from './policies/launch.ts';

/**
 * Collects requests of launches, links, and files from the start: macOS sends them before the app is ready.
 * @returns a function to subscribe, which delivers earlier requests first
 */
export function collectLaunchRequests(show: () => void): (receive: (request: LaunchRequest) => void) => void {
  const waiting: LaunchRequest[] = parseArguments(process.argv, process.cwd());
  let receiver: ((request: LaunchRequest) => void) | undefined;
  const hand = (request: LaunchRequest) => (receiver ? receiver(request) : void waiting.push(request));

  app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_, argv, folder) => {
    const requests = parseArguments(argv, folder);
    if (requests.length === 0) show();
    for (const request of requests) hand(request);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    hand({ kind: 'import', path });
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = parseLink(url);
    if (link) hand(link);
  });
  return (receive) => {
    receiver = receive;
    for (const request of waiting.splice(0)) receive(request);
  };
}
