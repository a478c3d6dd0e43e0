import { desktop } from './desktop.ts';

/** Receives the pages that are requested; undefined until the window is rendered. */
let listener: ((page: string) => void) | undefined;
/** The last page that was requested before. */
let waiting: string | undefined;

/**
 * Receives page requests of the desktop window from now on, and keeps them until the window is rendered: the
 * application sends them as soon as the document has loaded.
 */
export function receivePageRequests(): void {
  desktop()?.onShowPage((page) => {
    if (listener) listener(page);
    else waiting = page;
  });
}

/** Handles page requests, such as links to a moment. @returns the function that stops it */
export function onPageRequest(handle: (page: string) => void): () => void {
  listener = handle;
  if (waiting !== undefined) handle(waiting);
  waiting = undefined;
  return () => {
    listener = undefined;
  };
}
