import { useEffect } from 'react';
import { desktop } from './desktop.ts';
import { useUploads } from './uploads/uploads.ts';

const UNFINISHED = new Set(['waiting', 'sending', 'registering']);

/** Asks before a reload or a closed tab interrupts uploads. The desktop app adds files by path, so it loses none. */
export function useLeaveWarning(): void {
  const isUploading = useUploads(({ uploads }) => uploads.some(({ state }) => UNFINISHED.has(state)));
  useEffect(() => {
    if (!isUploading || desktop()) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUploading]);
}
