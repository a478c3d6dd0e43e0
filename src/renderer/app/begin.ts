import { signInFromPage, useSession } from '../api/credential.ts';
import { nextTask } from '../api/next-task.ts';
import { receivePageRequests } from '../api/page-requests.ts';
import { preloadScreen } from './routes.tsx';

/**
 * Signs in and requests the data of the page. In a task of its own: evaluating the code of the window is a long one
 * already, and a dozen requests take as much as half of it.
 */
export async function begin(): Promise<void> {
  // Before the document has loaded.
  receivePageRequests();
  await nextTask();
  signInFromPage();
  if (useSession.getState().credential) preloadScreen(location.pathname);
}
