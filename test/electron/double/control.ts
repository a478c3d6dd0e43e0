import { z } from 'zod';
import { app, powerMonitor } from './app.ts';
import { state } from './state.ts';
import { session } from './system.ts';
import { BrowserWindow } from './window.ts';

const Command = z.object({ id: z.number(), code: z.string(), given: z.unknown().optional() });

/** Argument of a test function that runs in the main process, as with Playwright's `electronApp.evaluate`. */
export interface Inside {
  app: typeof app;
  powerMonitor: typeof powerMonitor;
  session: typeof session;
  state: typeof state;
  BrowserWindow: typeof BrowserWindow;
  /** The page of the only window. */
  page(): NonNullable<BrowserWindow['page']>;
}

const inside: Inside = {
  app,
  powerMonitor,
  session,
  state,
  BrowserWindow,
  page() {
    const page = [...BrowserWindow.all][0]?.page;
    if (!page || 'crashed' in page) throw new Error('There is no page.');
    return page;
  },
};

/** Runs functions sent by the test and returns their results. */
export function serveCommands(): void {
  process.on('message', async (raw) => {
    if (typeof raw === 'string') return;
    const { id, code, given } = Command.parse(raw);
    try {
      const run = new Function(`return (${code})`)() as (inside: Inside, given: unknown) => unknown;
      process.send?.({ id, value: (await run(inside, given)) ?? null });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
  // The test has ended, so this process must exit.
  process.on('disconnect', () => process.exit(1));
}
