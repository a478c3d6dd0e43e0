import { app, dialog, powerMonitor } from 'electron';
import type { Backend } from './backend.ts';
import { quitQuestion } from './policies/progress.ts';
import type { MainText } from './text.ts';

/** Asks before interrupting jobs, then closes the server, which requeues a running job. */
export function guardQuit({ own }: Backend, text: MainText): void {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let isShutdown = false;
  // The system is shutting down: a dialog would block it.
  powerMonitor.on('shutdown', () => {
    isShutdown = true;
    app.quit();
  });

  async function close(): Promise<void> {
    const question = own && !isShutdown ? quitQuestion(own.activity.snapshot(), text) : undefined;
    if (question) {
      state = 'asking';
      const { response } = await dialog.showMessageBox({ type: 'question', ...question, defaultId: 1, cancelId: 1 });
      state = response === 0 ? 'closing' : 'open';
      if (response !== 0) return;
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
