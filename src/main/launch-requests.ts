import { app } from 'electron';
import { createLaunchQueue } from './launch-queue.ts';
import { type LaunchRequest, LINK_SCHEME, parseArguments, parseLink } from './policies/launch.ts';

/**
 * Collects requests of launches, links, and files from the start: macOS sends them before the app is ready.
 * @returns a function to subscribe, which delivers earlier requests first
 */
export function collectLaunchRequests(show: () => void): (receive: (request: LaunchRequest) => void) => void {
  const { hand, receive } = createLaunchQueue(parseArguments(process.argv, process.cwd()));

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
  return receive;
}
