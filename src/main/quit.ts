import { app, powerMonitor } from 'electron';
import { STOP_MESSAGE } from '../contract/system/bridge.ts';
import type { Backend } from './backend.ts';
import { showMessage } from './dialogs.ts';
import { quitQuestion } from './policies/progress.ts';
import { createSessionEnd } from './policies/session-end.ts';
import type { MainText } from './text.ts';

/** Asks before interrupting jobs, then closes the server, which requeues a running job. */
export function guardQuit({ own }: Backend, text: MainText): void {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  // A dialog would block the shutdown.
  const session = createSessionEnd(
    () => own?.interruptJobs(),
    () => app.quit(),
  );
  // Linux and macOS; the shutdown waits for the end of the application.
  powerMonitor.on('shutdown', ((event: Event) => {
    event.preventDefault();
    session.end();
  }) as () => void);
  app.on('browser-window-created', (_, window) => {
    window.on('query-session-end', session.query);
    window.on('session-end', session.end);
  });
  // The terminal that started it.
  process.on('message', (message) => message === STOP_MESSAGE && session.end());

  async function close(): Promise<void> {
    const question = own && !session.isEnding() ? quitQuestion(own.activity.snapshot(), text) : undefined;
    if (question) {
      state = 'asking';
      const answer = await showMessage({ type: 'question', ...question, defaultId: 1, cancelId: 1 });
      state = answer === 0 ? 'closing' : 'open';
      if (answer !== 0) return;
    }
    state = 'closing';
    await own?.close().catch(() => {});
    state = 'closed';
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'open') void close();
  });
}
