/** Interval at which an open page asks whether its link still works, in milliseconds. */
const CHECK_INTERVAL_MS = 15_000;

/** HTTP statuses of a link that was revoked, whose content was deleted (404), or that has expired (410). */
export type EndStatus = 404 | 410;

export function isEnd(status: number): status is EndStatus {
  return status === 404 || status === 410;
}

/**
 * Asks for the status of the page's own URL at intervals and when the page is shown again, until the link has ended. A
 * server that can't be reached, or that is busy, ends nothing.
 */
export function watchLink(onEnd: (status: EndStatus) => void): void {
  const check = async (): Promise<void> => {
    const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (!response || !isEnd(response.status)) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    onEnd(response.status);
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
}
